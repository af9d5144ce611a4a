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
  fraud: {
    digits: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
    asksForMoney: [
      '(?:enviar|enviame|envia|mandar|mandame|prestar|prestame|transferir) (?:algo de |un poco de |el )?dinero|necesito dinero|transferencia bancaria|bizum|tarjetas? (?:de )?regalo|invertir',
    ],
    goesElsewhere: ['mi numero|tu numero|llamame|escribeme (?:a|por|al)|agregame'],
  },
};
