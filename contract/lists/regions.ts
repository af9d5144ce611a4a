import type { CountryCode } from './countries.ts';

/**
 * The regions of each country as `code name` pairs, in the country's own (first) language. The code is
 * GeoNames' first administrative level; Belgium, Ireland and Great Britain, where that level is too coarse to
 * search by, and Norway's counties of 2024 have codes of their own.
 */
const table: Record<CountryCode, string> = {
  NL: '01 Drenthe|16 Flevoland|02 Friesland|03 Gelderland|04 Groningen|05 Limburg|06 Noord-Brabant|07 Noord-Holland|15 Overijssel|09 Utrecht|10 Zeeland|11 Zuid-Holland',
  BE: 'VAN Antwerpen|BRU Brussel|WHT Henegouwen|VLI Limburg|WLG Luik|WLX Luxemburg|WNA Namen|VOV Oost-Vlaanderen|VBR Vlaams-Brabant|WBR Waals-Brabant|VWV West-Vlaanderen',
  DE: '01 Baden-Württemberg|02 Bayern|16 Berlin|11 Brandenburg|03 Bremen|04 Hamburg|05 Hessen|12 Mecklenburg-Vorpommern|06 Niedersachsen|07 Nordrhein-Westfalen|08 Rheinland-Pfalz|09 Saarland|13 Sachsen|14 Sachsen-Anhalt|10 Schleswig-Holstein|15 Thüringen',
  AT: '01 Burgenland|02 Kärnten|03 Niederösterreich|04 Oberösterreich|05 Salzburg|06 Steiermark|07 Tirol|08 Vorarlberg|09 Wien',
  CH: 'AG Aargau|AR Appenzell Ausserrhoden|AI Appenzell Innerrhoden|BL Basel-Landschaft|BS Basel-Stadt|BE Bern|FR Fribourg|GE Genève|GL Glarus|GR Graubünden|JU Jura|LU Luzern|NE Neuchâtel|NW Nidwalden|OW Obwalden|SG St. Gallen|SH Schaffhausen|SZ Schwyz|SO Solothurn|TG Thurgau|TI Ticino|UR Uri|VS Valais|VD Vaud|ZG Zug|ZH Zürich',
  FR: '84 Auvergne-Rhône-Alpes|27 Bourgogne-Franche-Comté|53 Bretagne|24 Centre-Val de Loire|94 Corse|44 Grand Est|32 Hauts-de-France|11 Île-de-France|28 Normandie|75 Nouvelle-Aquitaine|76 Occitanie|52 Pays de la Loire|93 Provence-Alpes-Côte d’Azur',
  IT: '01 Abruzzo|02 Basilicata|03 Calabria|04 Campania|05 Emilia-Romagna|06 Friuli-Venezia Giulia|07 Lazio|08 Liguria|09 Lombardia|10 Marche|11 Molise|12 Piemonte|13 Puglia|14 Sardegna|15 Sicilia|16 Toscana|17 Trentino-Alto Adige|18 Umbria|19 Valle d’Aosta|20 Veneto',
  ES: '51 Andalucía|52 Aragón|34 Asturias|39 Cantabria|54 Castilla-La Mancha|55 Castilla y León|56 Cataluña|CE Ceuta|60 Comunitat Valenciana|57 Extremadura|58 Galicia|07 Illes Balears|53 Islas Canarias|27 La Rioja|29 Madrid|ML Melilla|31 Murcia|32 Navarra|59 País Vasco',
  PL: '72 dolnośląskie|73 kujawsko-pomorskie|75 lubelskie|76 lubuskie|74 łódzkie|77 małopolskie|78 mazowieckie|79 opolskie|80 podkarpackie|81 podlaskie|82 pomorskie|83 śląskie|84 świętokrzyskie|85 warmińsko-mazurskie|86 wielkopolskie|87 zachodniopomorskie',
  DK: '17 Hovedstaden|18 Midtjylland|19 Nordjylland|20 Sjælland|21 Syddanmark',
  SE: '02 Blekinge|10 Dalarna|05 Gotland|03 Gävleborg|06 Halland|07 Jämtland|08 Jönköping|09 Kalmar|12 Kronoberg|14 Norrbotten|27 Skåne|26 Stockholm|18 Södermanland|21 Uppsala|22 Värmland|23 Västerbotten|24 Västernorrland|25 Västmanland|28 Västra Götaland|15 Örebro|16 Östergötland',
  NO: '42 Agder|32 Akershus|33 Buskerud|56 Finnmark|34 Innlandet|08 Møre og Romsdal|09 Nordland|12 Oslo|14 Rogaland|40 Telemark|55 Troms|21 Trøndelag|39 Vestfold|46 Vestland|31 Østfold',
  FI: 'AX Ahvenanmaa|09 Etelä-Karjala|14 Etelä-Pohjanmaa|10 Etelä-Savo|18 Kainuu|05 Kanta-Häme|16 Keski-Pohjanmaa|13 Keski-Suomi|08 Kymenlaakso|19 Lappi|06 Pirkanmaa|15 Pohjanmaa|12 Pohjois-Karjala|17 Pohjois-Pohjanmaa|11 Pohjois-Savo|07 Päijät-Häme|04 Satakunta|01 Uusimaa|02 Varsinais-Suomi',
  IE: 'CW Carlow|CN Cavan|CE Clare|CO Cork|DL Donegal|D Dublin|G Galway|KY Kerry|KE Kildare|KK Kilkenny|LS Laois|LM Leitrim|LK Limerick|LD Longford|LH Louth|MO Mayo|MH Meath|MN Monaghan|OY Offaly|RN Roscommon|SO Sligo|TA Tipperary|WD Waterford|WH Westmeath|WX Wexford|WW Wicklow',
  GB: 'EM East Midlands|EE East of England|LON London|NE North East England|NW North West England|NIR Northern Ireland|SCT Scotland|SE South East England|SW South West England|WLS Wales|WM West Midlands|YH Yorkshire and the Humber',
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
  CA: '01 Alberta|02 British Columbia|03 Manitoba|04 New Brunswick|05 Newfoundland and Labrador|13 Northwest Territories|07 Nova Scotia|14 Nunavut|08 Ontario|09 Prince Edward Island|10 Québec|11 Saskatchewan|12 Yukon',
  AU: '01 Australian Capital Territory|02 New South Wales|03 Northern Territory|04 Queensland|05 South Australia|06 Tasmania|07 Victoria|08 Western Australia',
  NZ: 'E7 Auckland|E8 Bay of Plenty|E9 Canterbury|10 Chatham Islands|F1 Gisborne|F2 Hawke’s Bay|F3 Manawatū-Whanganui|F4 Marlborough|F5 Nelson|F6 Northland|F7 Otago|F8 Southland|F9 Taranaki|TAS Tasman|G1 Waikato|G2 Wellington|G3 West Coast',
};

export interface Region {
  /** The region's name. Profiles and searches store it, so displaying a region needs no lookup. */
  id: string;
  name: string;
  /** GeoNames code, which the gazetteer uses. */
  code: string;
}

const split = (row: string): Region[] =>
  row.split('|').map((pair) => {
    const gap = pair.indexOf(' ');
    const name = pair.slice(gap + 1);
    return { id: name, name, code: pair.slice(0, gap) };
  });

export const regionsOf = (country: CountryCode): Region[] => split(table[country]);

/** Names of regions in a second language of their country. Belgium's ids are the Dutch names. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'BE fr': {
    Antwerpen: 'Anvers',
    Brussel: 'Bruxelles',
    Henegouwen: 'Hainaut',
    Limburg: 'Limbourg',
    Luik: 'Liège',
    Luxemburg: 'Luxembourg',
    Namen: 'Namur',
    'Oost-Vlaanderen': 'Flandre-Orientale',
    'Vlaams-Brabant': 'Brabant flamand',
    'Waals-Brabant': 'Brabant wallon',
    'West-Vlaanderen': 'Flandre-Occidentale',
  },
  'FI sv': { Ahvenanmaa: 'Åland' },
};

export const regionName = (country: CountryCode, id: string, language: string): string =>
  otherNames[`${country} ${language}`]?.[id] ?? id;

export const isRegion = (country: CountryCode, id: string) =>
  regionsOf(country).some((region) => region.id === id);
