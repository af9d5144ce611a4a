/**
 * Names that the people of a place use, where the GeoNames extract has an English one or, in Ireland, the Irish one of
 * a town whose people mostly say the English one. `country name` -> local name.
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

/** How the people of a place call it. */
export const localName = (country: string, name: string) => localNames.get(`${country} ${name}`) ?? name;
