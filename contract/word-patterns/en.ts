import type { WordPatterns } from './shape.ts';

export const en: WordPatterns = {
  streets: { endings: [], before: [], after: ['street', 'road', 'lane', 'avenue'] },
  asksIfReal: [
    'are (?:you|u) (?:even |actually )?(?:real|fake|a bot|a robot|an ai|human|a real (?:person|man|woman)|fictional)',
    '(?:you|u) (?:are|re) (?:fake|a bot|an ai)',
    'is this (?:real|fake|a fake|a bot)(?: profile| account)?',
    'who am i (?:really )?(?:talking|writing) to',
  ],
  claimsToBeReal: [
    "(?:i am|i'm|im) (?:a |an |very |totally |100% |so )?(?:real|human|real (?:person|woman|man|girl|guy)|not (?:a )?(?:fake|bot|fictional|robot))",
  ],
  promisesMeeting: [
    "(?:let's|lets|we should|we could|want to|can we|shall we|when can we|i want to|i will|i'll) (?:finally )?(?:meet|meet up|see each other|go on a date)",
    'meet (?:you|me|up) (?:at|on|in|tonight|tomorrow|this)',
    'come (?:over|to my place|to mine)',
  ],
  tellsTruth: ['fictional', 'written by', 'team writes'],
  minor: {
    phrases: [
      "(?:i(?:'|’)?m|i am) (?:still )?(?:under ?-?age|a minor|under 18|in high school|a schoolgirl|a schoolboy)",
    ],
    verbs: ["i(?:'|’)?m", 'i am'],
    only: ['only', 'just'],
    years: ['years?'],
    saysYears: false,
    old: ['old'],
    counted: ['weeks?', 'months?', 'times'],
  },
  unkind: {
    hurtful: [
      "(?:you(?:'re| are|re)?|u r|ur) (?:a |an |so |such a |such an |just |really |fucking |very |too )*(?:bitch|whore|slut|cunt|idiot|moron|retard(?:ed)?|ugly|disgusting|pathetic|fat|loser|stupid|dumb|worthless|trash|pig|cow|freak)",
      '(?:stupid|dumb|ugly|fat|fucking|dirty) (?:bitch|whore|slut|cunt|cow|pig|idiot)(?:es|s)?|bitch(?:es)?|whores?|cunts?|faggots?|niggers?|asshole',
      'fuck (?:you|u|off)|kill (?:yourself|urself)|shut (?:the fuck )?up|go (?:to hell|die|kill yourself)|drop dead|nobody (?:wants|loves|likes) you|i hate you',
    ],
    sexual: [
      '(?:send|show) (?:me )?(?:your |ur |some |a )?(?:nudes?|naked|boobs?|tits|pussy|ass|dick|nude (?:pics?|photos?))|dick pics?|nudes',
      "(?:want to|wanna|let me|gonna|going to|love to|like to|i will|i'll) (?:fuck|lick|suck|spank|bang) ?(?:you|u|your|ur|me|my)?|fuck (?:you|me) (?:hard|all|tonight|now|in)|(?:suck|ride|lick|touch|stroke) (?:my|your) (?:cock|dick|pussy|tits|clit|ass)|my (?:big |hard )?(?:cock|dick)|sit on my face",
      'horny|blow ?jobs?|hard for you|make you cum|cum (?:in|on|for|with)|are you wet|jerk(?:ing)? off|masturbat\\p{L}*|(?:have|want|need|like|love) sex|sex (?:tonight|now|with (?:me|you))|threesome|one night stand',
    ],
  },
  fraud: {
    digits: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
    asksForMoney: [
      '(?:send|lend|loan|borrow|wire|transfer|give) (?:me |you |us )?(?:some |a little |a bit of |the )?(?:money|cash|funds)',
      '(?:need|have no|without) (?:some )?money|lend me|pay (?:me|my)|invest(?:ing|ment|ments)? (?:with|in|for|tip|platform)|double your money|trading platform',
    ],
    goesElsewhere: [
      'text me|call me|my (?:number|whats ?app|insta|email)|your number|add me on|message me on',
    ],
  },
};
