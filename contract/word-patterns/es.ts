import type { WordPatterns } from './shape.ts';

export const es: WordPatterns = {
  streets: { endings: [], before: ['calle'], after: ['calle'] },
  asksIfReal: [
    'eres (?:de verdad )?(?:real|falsa?|un bot|un robot|una persona real|de verdad|un hombre real|una mujer real)',
    'es (?:un )?perfil (?:falso|real|fake)',
    'con quien (?:hablo|estoy hablando)',
  ],
  claimsToBeReal: [
    '(?:yo )?soy (?:muy )?(?:real|de verdad|una persona real|una mujer real|un hombre real)',
    'no soy (?:un bot|falsa|falso|fake|un robot)',
  ],
  promisesMeeting: [
    '(?:quedamos|nos vemos|podemos vernos|quiero (?:verte|conocerte en persona|quedar))',
    'ven a mi casa',
  ],
  tellsTruth: ['ficticio', 'ficticia'],
  minor: {
    phrases: ['soy (?:todavía )?menor(?: de edad)?|estoy en el instituto'],
    verbs: ['tengo'],
    only: ['solo', 'sólo'],
    years: ['años'],
    saysYears: true,
    notAnAge: ['de\\s'],
  },
  unkind: {
    hurtful: [
      '(?:eres|estas|vaya|menuda) (?:muy |tan |una |un |bastante |realmente |solo )*(?:fea|feo|gorda|gordo|tonta|tonto|puta|zorra|idiota|imbecil|estupida|estupido|asquerosa|asqueroso|patetica|patetico|inutil|fracasada|fracasado|cerda|cerdo|guarra|basura)',
      'putas?|hij[oa] de puta|zorras?|gilipollas|perra de mierda|malparid[oa]|(?:gorda|fea|puta|tonta) de mierda|vete a la mierda|que te (?:jodan|follen|den)|callate(?: la boca)?|cierra la boca|matate|muerete|nadie te (?:quiere|soporta)|te odio|subnormal|cabron\\p{L}*',
    ],
    sexual: [
      '(?:manda|mandame|envia|enviame|ensename|muestrame|pasame|pasa) (?:una |unas |tus |tu |las |el |fotos? |foto )*(?:desnuda|desnudo|nudes?|tetas|cono|culo|intimas?)|fotos? (?:desnuda|desnudo|intimas?)|nudes|fotopolla',
      'follar(?:te|me|nos)?|follamos|quiero (?:chupar|lamer|comer|tocar|montar)(?:te|la|lo)? ?(?:el cono|las tetas|toda|entera|el culo)?|mi (?:polla|verga|pene|picha)|tu (?:cono|conito|rico culo|culo|culito)|tus (?:tetas|pechos)|chupa(?:me|mela)|mamada|cachond[oa]|caliente por ti|estas mojada|correrme|(?:tener|quiero|busco|buscas|hacer) (?:solo )?sexo|sexo (?:contigo|conmigo|esta noche|ahora|casual)|hacer el amor|masturb\\p{L}+|hacer(?:me|te|nos)? (?:una |un )?(?:pajas?|trio)',
    ],
  },
  fraud: {
    digits: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
    asksForMoney: [
      '(?:enviar|enviame|envia|mandar|mandame|prestar|prestame|transferir) (?:algo de |un poco de |el )?dinero|necesito dinero|transferencia bancaria|bizum|tarjetas? (?:de )?regalo|invertir',
    ],
    goesElsewhere: ['mi numero|tu numero|llamame|escribeme (?:a|por|al)|agregame'],
  },
};
