import type { Texts } from './shape.ts';

export const de: Texts = {
  firstNames: {
    female:
      'Mia Leonie Lara Greta Hannah Marlene Aylin Johanna Franziska Carina Vanessa Nina Katharina Silke Anja Claudia Sabine Heike Ulrike Petra',
    male: 'Lukas Moritz Felix Jonas Maximilian Emre Philipp Dominik Florian Jan Tobias Sebastian Matthias Stefan Andreas Thomas Holger Bernd Uwe Klaus',
  },
  openings: [
    'Unter der Woche viel beschäftigt, am Wochenende selten zweimal am selben Ort.',
    'Meine Freunde halten mich für ruhig, bis jemand Musik auflegt.',
    'Ich lache schnell, höre gut zu und komme immer fünf Minuten zu spät. Daran arbeite ich.',
    'Frisch hergezogen und dabei, die Stadt zu entdecken, am liebsten in guter Gesellschaft.',
    'Lieber neugierig als cool.',
    'Ein Tisch in der Sonne, ein gutes Gespräch, und ich vergesse die Zeit.',
    'Ehrlich, ein bisschen stur und selten um einen Scherz verlegen.',
    'Tagsüber vernünftig, abends sehr gut darin, das Schlafengehen aufzuschieben.',
  ],
  works: [
    'Ich arbeite im Krankenhaus und lasse die besten Geschichten dort.',
    'Ich habe eine Fahrradwerkstatt, daher die schwarzen Finger.',
    'Ich unterrichte Jugendliche, mich erschreckt so schnell nichts.',
    'Ich plane Gärten und bringe selbst keine Zimmerpflanze durch.',
    'Ich sitze den ganzen Tag vor dem Bildschirm und will danach nach draußen.',
    'Ich koche in einer Küche, in der es immer zu warm ist.',
    'Ich fahre Züge und sehe jeden Sonnenaufgang.',
    'Ich schneide Haare und höre alles.',
  ],
  days: {
    cooking: 'Sonntags stehe ich stundenlang in der Küche; Mitesser sind willkommen.',
    hiking: 'Eine lange Wanderung und danach eine Suppe: Mehr brauche ich nicht.',
    music: 'Mein Plattenregal wächst schneller als mein Bücherregal, und das will etwas heißen.',
    travelling: 'Unter meinem Bett steht immer eine halb gepackte Tasche.',
    biking: 'Ich fahre überall mit dem Rad hin, auch bei Regen, und schimpfe dann fröhlich darüber.',
    reading: 'Ich lese alles und verleihe Bücher, die ich nie wiedersehe.',
    beach: 'Ans Meer, zu jeder Jahreszeit, mit Thermoskanne und kalten Händen.',
    wine: 'Ein Glas Wein, etwas Gutes dazu und das Telefon im Nebenzimmer.',
    coffee: 'Vor dem ersten Kaffee bin ich da, aber niemandem eine Hilfe.',
    dancing: 'Ich tanze besser, als ich rede, und reden kann ich ganz gut.',
    animals: 'Mein Hund prüft jeden zuerst, lässt sich aber bestechen.',
    movies: 'Alte Filme in kleinen Kinos, am liebsten dienstags.',
  },
  later: [
    'Die Kinder sind aus dem Haus, und plötzlich habe ich alle Zeit der Welt.',
    'Inzwischen weiß ich genau, was ich nicht mehr suche. Das erspart viel Ärger.',
    'Ich habe genug erlebt, um nicht prahlen zu müssen, und zu wenig, um stillzusitzen.',
  ],
  seeking: [
    'Ich wünsche mir jemanden zum Lachen und zum Aufwachen.',
    'Es darf gern knistern, solange es auch liebevoll ist.',
    'Lass uns erst reden; wenn es passt, merken wir es beide.',
    'Keine großen Versprechen, aber echte Aufmerksamkeit.',
    'Ein Abend, der viel zu spät endet: Ich bin dabei.',
    'Schreib mir etwas, das du noch nie einem Fremden erzählt hast.',
    'Ich flirte gern mit Menschen, die zurücknecken.',
  ],
  dialogues: [
    [
      'Hallo! Der Leuchtturm auf deinem Foto, ist das Sylt?',
      'Gut erkannt! Ich fahre jedes Jahr hin, am liebsten bei Sturm.',
      'Sturmwandern also. Respekt.',
      'Und du? Eher der heiße Kakao danach?',
      'Beides, in dieser Reihenfolge 😊',
      'Dann verstehen wir uns.',
    ],
    [
      'Du schreibst, dass du sonntags kochst. Was gibt es diese Woche?',
      'Zitronenrisotto. Ich habe schon wieder viel zu viel eingekauft.',
      'Zu viel Risotto gibt es nicht.',
      'Genau auf diese Antwort hatte ich gehofft.',
    ],
    [
      'Guten Abend. Bist du auch so schlecht in ersten Sätzen?',
      'Furchtbar. Deiner war übrigens gut.',
      'Da bin ich erleichtert. Wie war dein Tag?',
      'Lang, aber er wird gerade besser.',
      'Schön. Was war das Beste, das du diesen Monat gemacht hast?',
      'Mitten in der Nacht schwimmen. Eiskalt, und ich würde es sofort wieder tun.',
    ],
    [
      'Wir wohnen ja fast um die Ecke voneinander.',
      'Stimmt! Vielleicht standen wir gestern in derselben Schlange beim Bäcker.',
      'Wenn du das letzte Croissant hattest, müssen wir reden.',
      'Schuldig. Ich mache es gern bei einem Kaffee wieder gut.',
    ],
    [
      'Welche Platte soll ich heute Abend auflegen?',
      'Kommt darauf an: Willst du tanzen oder nachdenken?',
      'Erst nachdenken, dann tanzen.',
      'Dann fang mit Nina Simone an, und danach sehen wir weiter.',
    ],
  ],
  answers: {
    good_evening: [
      'niemandem, der auf die Uhr schaut.',
      'einem Heimweg, der doppelt so lange dauert wie nötig.',
    ],
    soft_spot: ['Antiquariate mit einer Katze im Schaufenster.', 'Menschen, die Zügen zuwinken.'],
    sunday: [
      'Markt, Kaffee, eine lange Runde schwimmen und eine Suppe, die den ganzen Tag kocht.',
      'Mit der Zeitung im Bett, bis jemand Mittagessen sagt.',
    ],
    cook: ['Risotto: Du rührst, ich rede.', 'das eine Curry, das mir blind gelingt.'],
    win_me: ['einer Frage, auf die sonst niemand kommt.', 'gutem Brot und schlechten Witzen.'],
    story: [
      'In the Mood for Love. Bei Regen höre ich noch immer die Geige.',
      'Was vom Tage übrig blieb, wegen allem, was er nicht sagt.',
    ],
    small_luxury: [
      'Frische Bettwäsche an einem Dienstag, ohne Anlass.',
      'Der Fensterplatz, immer, auch für zwanzig Minuten.',
    ],
  },
};
