/**
 * Replaces names of the GeoNames extract: English names by local ones, and Irish names by the English names
 * in common use. `country name` -> name.
 */
const localNames = new Map(
  [
    'BE Brussels|Brussel',
    'BE Ostend|Oostende',
    'NL The Hague|Den Haag',
    'NL Almere Stad|Almere',
    'DE Munich|München',
    'DE Nuremberg|Nürnberg',
    'DE Hanover|Hannover',
    'DE Cologne|Köln',
    'AT Vienna|Wien',
    'CH Geneva|Genève',
    'CH Sitten|Sion',
    'CH Sankt Gallen|St. Gallen',
    'IT Rome|Roma',
    'IT Milan|Milano',
    'IT Naples|Napoli',
    'IT Turin|Torino',
    'IT Florence|Firenze',
    'IT Genoa|Genova',
    'IT Venice|Venezia',
    'IT Padua|Padova',
    'IT Syracuse|Siracusa',
    'PL Warsaw|Warszawa',
    'DK Copenhagen|København',
    'SE Gothenburg|Göteborg',
    'US New York City|New York',
    'IE Gaillimh|Galway',
    'IE Luimneach|Limerick',
    'IE Loch Garman|Wexford',
    'IE Droichead Nua|Newbridge',
    'IE An Muileann gCearr|Mullingar',
    'IE Cluain Meala|Clonmel',
    'IE Trá Mhór|Tramore',
    'IE Cill Airne|Killarney',
    'IE Ráth Luirc|Charleville',
    'IE An Ros|Rush',
    'IE Leifear|Lifford',
    'ES Seville|Sevilla',
    'CH Zurich|Zürich',
    'FI Helsinki|Helsinki',
  ].map((row) => row.split('|') as [string, string]),
);

export const localName = (country: string, name: string) => localNames.get(`${country} ${name}`) ?? name;
