import type { Place } from './places-file.ts';

/** GeoNames lists the Åland islands, a region of Finland, as a country. */
export const ALAND = 'AX';

/**
 * The region code (contract/lists/regions.ts) of a place, or null if only its neighbours determine it. Most
 * countries use GeoNames' first level. Belgium's provinces derive from the arrondissement, England's regions
 * from the county or district, and the counties of Ireland, and those that Norway split in 2024, from the
 * towns listed below.
 */
export function regionCodeOf(place: Place): string | null {
  if (place.country === 'BE') return belgianProvince(place.level2);
  if (place.country === 'IE') return irishCounty.get(place.name) ?? null;
  if (place.country === 'GB') return place.level1 === 'ENG' ? englishRegion(place) : place.level1;
  if (place.country === 'NO') return norwegianCounty(place);
  return place.country === ALAND ? ALAND : place.level1;
}

/**
 * Arrondissement numbers begin with the province's digit. Brussels, Flemish Brabant and Walloon Brabant share
 * the digit 2.
 */
function belgianProvince(arrondissement: string): string | null {
  if (arrondissement === '21') return 'BRU';
  if (arrondissement === '25') return 'WBR';
  const provinces: Record<string, string> = {
    1: 'VAN',
    2: 'VBR',
    3: 'VWV',
    4: 'VOV',
    5: 'WHT',
    6: 'WLG',
    7: 'VLI',
    8: 'WLX',
    9: 'WNA',
  };
  return provinces[arrondissement[0] ?? ''] ?? null;
}

/**
 * English counties and unitary districts by the old codes of the Office for National Statistics, which
 * GeoNames uses.
 */
const englishDistricts: Record<string, string> = {
  NE: '00CH 00CJ 00CK 00CL 00CM 00EB 00EC 00EE 00EF 00EH 00EJ 00EM',
  NW: '00BL 00BM 00BN 00BP 00BQ 00BR 00BS 00BT 00BU 00BW 00BX 00BY 00BZ 00CA 00CB 00EQ 00ET 00EU 00EW 00EX 00EY 16 30',
  YH: '00CC 00CE 00CF 00CG 00CX 00CY 00CZ 00DA 00DB 00FA 00FB 00FC 00FD 00FF 36',
  EM: '00FK 00FN 00FP 00FY 17 31 32 34 37',
  WM: '00CN 00CQ 00CR 00CS 00CT 00CU 00CW 00GA 00GF 00GG 00GL 41 44 47',
  EE: '00JA 00KA 00KB 00KC 00KF 00KG 12 22 26 33 42',
  SE: '00LC 00MA 00MB 00MC 00MD 00ME 00MF 00MG 00ML 00MR 00MS 00MW 11 21 24 29 38 43 45',
  SW: '00HA 00HB 00HC 00HD 00HE 00HF 00HG 00HH 00HN 00HP 00HX 00HY 18 19 23 40',
};
const englishPrefix = new Map(
  Object.entries(englishDistricts).flatMap(([region, codes]) =>
    codes.split(' ').map((code) => [code, region] as const),
  ),
);

/** Large towns without a district in the extract, whose neighbours lie in another region. */
const englishTowns = new Map([
  ['London', 'LON'],
  ['Birmingham', 'WM'],
  ['Bristol', 'SW'],
  ['Sheffield', 'YH'],
  ['Nottingham', 'EM'],
  ['Derby', 'EM'],
  ['Doncaster', 'YH'],
  ['Manchester', 'NW'],
  ['Liverpool', 'NW'],
  ['Leeds', 'YH'],
  ['Stoke-on-Trent', 'WM'],
  ['Reading', 'SE'],
  ['Slough', 'SE'],
  ['Swindon', 'SW'],
  ['Hartlepool', 'NE'],
  ['Darlington', 'NE'],
  ['Watford', 'EE'],
  ['Dartford', 'SE'],
  ['Bournemouth', 'SW'],
  ['Poole', 'SW'],
]);

function englishRegion({ name, level2 }: Place): string | null {
  // London boroughs have a code of a letter and a digit.
  if (/^[A-Z]\d$/.test(level2)) return 'LON';
  return (
    englishTowns.get(name) ??
    englishPrefix.get(level2.slice(0, 4)) ??
    englishPrefix.get(level2.slice(0, 2)) ??
    null
  );
}

const irishTowns: Record<string, string> = {
  D: 'Dublin,Tallaght,Swords,Dún Laoghaire,Balbriggan,Sandyford,Finglas,Blanchardstown,Malahide,Donaghmede,Lucan,Knocklyon,Clondalkin,Foxrock,Dundrum,Crumlin,Rathmines,Marino,Jobstown,Donnybrook,Shankill,Cabinteely,Oldbawn,Skerries,Ballyboden,Portmarnock,An Ros,Balally,Sandymount,Castleknock,Dalkey,Lusk,Donabate,Portraine,Howth,Rathcoole,Saggart,Newcastle,Balrothery,Sutton,Loughlinstown,Palmerstown,Ballymun,Coolock',
  WW: 'Bray,Little Bray,Wicklow,Greystones,Arklow,Kilquade,Kilcoole,Blessington,Rathnew,Newtownmountkennedy,Baltinglass,Enniskerry,Charlesland,Valleymount,Rathdrum,Ashford,Aughrim,Kilpedder,Carnew,Kilmacanoge',
  KE: 'Naas,Celbridge,Droichead Nua,Leixlip,Athy,Maynooth,Kildare,Clane,Kilcock,Confey,Eadestown,Sallins,Monasterevin,Kilcullen,Kill,Rathangan,Prosperous,Old Kilcullen,Derrinturn,Castledermot,Moone,Athgarvan,Cherryville,Johnstown',
  MH: 'Navan,Ashbourne,Laytown,Ratoath,Dunboyne,Newtown Trim,Trim,Kells,Duleek,Dunshaughlin,Stamullin,Enfield,Athboy,Ballivor,Oldcastle,Longwood,Slane,Kentstown',
  LH: 'Drogheda,Dundalk,Ardee,Clogherhead,Dunleer,Termonfeckin,Tullyallen,Dromiskin,Carlingford,Castlebellingham',
  KK: 'Kilkenny,Callan,Thomastown,Graiguenamanagh,Castlecomer,Piltown,Mooncoin,Ballyragget',
  CW: 'Carlow,Tullow,Bagenalstown',
  WX: 'Loch Garman,Enniscorthy,New Ross,Gorey,Courtown,Bunclody,Castlebridge,Rosslare,Ferns,Ballygerry',
  WH: 'Athlone,An Muileann gCearr,Moate,Kinnegad,Rochfortbridge,Rathwire,Kilbeggan,Castlepollard',
  LS: 'Portlaoise,Portarlington,Mountmellick,Abbeyleix,Mountrath,Rathdowney,Stradbally,Ballylinan,Castletown',
  OY: 'Tullamore,Edenderry,Birr,Clara,Banagher,Ferbane,Daingean',
  LD: 'Longford,Edgeworthstown,Ballymahon,Lanesborough,Granard',
  CO: 'Cork,Carrigaline,Cobh,Mallow,Midleton,Youghal,Bandon,Fermoy,Passage West,Carrigtwohill,Clonakilty,Kinsale,Mitchelstown,Ráth Luirc,Bantry,Tower,Macroom,Blarney,Kanturk,Skibbereen,Crosshaven,Dunmanway,Millstreet,Cloyne,Rathcormac,Castlemartyr,Watergrasshill,Whitegate,Killumney,Aghada,Courtbrack',
  LK: 'Luimneach,Newcastle West,Moyross,Annacotty,Abbeyfeale,Castleconnell,Kilmallock,Rathkeale,Caherconlish,Moroe,Croom,Askeaton,Adare',
  WD: 'Waterford,Trá Mhór,Dungarvan,Portlaw,Dunmore East,Ballinroad',
  CE: 'Ennis,Shannon,Kilrush,Sixmilebridge,Newmarket on Fergus,Ardnacrusha,Killaloe',
  KY: 'Tralee,Cill Airne,Listowel,Castleisland,Kenmare,Killorglin,Dingle,Ballybunnion,Cahersiveen',
  TA: 'Cluain Meala,Thurles,Nenagh Bridge,Nenagh,Carrick-on-Suir,Roscrea,Tipperary,Cahir,Cashel,Templemore,Fethard,Newport',
  G: 'Gaillimh,Ballinasloe,Tuam,Loughrea,Oranmore,Athenry,Gort,Clifden,Bearna,Moycullen,Portumna,Oughterard,Claregalway',
  MO: 'Castlebar,Westport,Claremorris,Ballinrobe,Ballyhaunis,Swinford,Foxford,Kiltamagh,Belmullet,Crossmolina',
  RN: 'Roscommon,Boyle,Castlerea,Ballaghaderreen',
  SO: 'Sligo,Tobercurry,Strandhill,Ballymote,Collooney,Ballisodare,Inishcrone',
  LM: 'Carrick-on-Shannon,Manorhamilton,Kinlough',
  CN: 'Cavan,Ballyjamesduff,Bailieborough,Kingscourt,Virginia,Cootehill,Belturbet,Mullagh,Ballyconnell',
  MN: 'Monaghan,Carrickmacross,Castleblayney,Clones',
  DL: 'Letterkenny,Buncrana,Ballybofey,Gweedore,Dunlewy,Ballyshannon,Donegal,Carndonagh,Bundoran,Leifear,Derrybeg,Moville,Convoy,Killybegs,Muff,Ramelton,Dungloe,Raphoe,Newtown Cunningham,Ballybofey-Stranorlar',
};
const irishCounty = new Map(
  Object.entries(irishTowns).flatMap(([county, towns]) =>
    towns.split(',').map((town) => [town, county] as const),
  ),
);

/**
 * Norway dissolved three counties in 2024 that the extract still has: Viken (30), Vestfold og Telemark (38)
 * and Troms og Finnmark (54). The listed towns belong to the county of their key, all others to `rest`.
 */
const norwegianSplits: Record<string, { rest: string; towns: Record<string, string> }> = {
  30: {
    rest: '32',
    towns: {
      31: 'Fredrikstad,Sarpsborg,Moss,Halden,Askim,Mysen,Rakkestad,Spydeberg,Rygge,Ryggebyen,Skjeberg,Karlshus,Ørje,Larkollen,Tomter,Knappstad,Skjærhalden,Fossby,Skjønhaug,Meieribyen,Elvestad',
      33: 'Drammen,Kongsberg,Hønefoss,Tranby,Svelvik,Vikersund,Gol,Ål,Geilo,Nesbyen,Hemsedal,Skoger,Hvittingfoss,Prestfoss,Noresund,Rollag,Mjøndalen,Hokksund,Flå,Trøim,Hol,Lierbyen,Lampeland,Rødberg',
    },
  },
  38: {
    rest: '40',
    towns: {
      39: 'Sandefjord,Tønsberg,Larvik,Horten,Holmestrand,Stavern,Tjøme,Åsgårdstrand,Stokke,Gullhaug,Selvik,Sem,Skoppum,Melsomvik,Sande,Andebu,Revetal,Borgheim',
    },
  },
  54: {
    rest: '55',
    towns: {
      56: 'Alta,Hammerfest,Vadsø,Kirkenes,Honningsvåg,Bjørnevatn,Lakselv,Båtsfjord,Vardø,Kautokeino,Kárášjohka,Rypefjord,Ávanuorri,Berlevåg,Kjøllefjord,Mehamn,Øksfjord,Vuonnabahta,Kvalsund,Breivikbotn,Tana bru',
    },
  },
};
/** Names that towns in two of the new counties share. The region of such a town is that of its neighbours. */
const sharedNorwegianNames = new Set(['Kirkebygda', 'Berger', 'Ask', 'Vik']);
const norwegianCounties = new Map(
  Object.entries(norwegianSplits).flatMap(([former, { towns }]) =>
    Object.entries(towns).flatMap(([county, names]) =>
      names.split(',').map((name) => [`${former} ${name}`, county] as const),
    ),
  ),
);

function norwegianCounty({ name, level1 }: Place): string | null {
  const split = norwegianSplits[level1];
  if (!split) return level1;
  if (sharedNorwegianNames.has(name)) return null;
  return norwegianCounties.get(`${level1} ${name}`) ?? split.rest;
}
