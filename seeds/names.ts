import type { CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';

type Names = { female: string; male: string };

// First names where the language is spoken, those of the young first.
const byLanguage: Record<Locale, Names> = {
  nl: {
    female:
      'Isa Noor Saar Esmee Lieke Tess Fleur Lotte Iris Anouk Sanne Eva Femke Yasmina Nadia Roos Maaike Marloes Linda Denise Mirjam Karin Hanneke Jolanda Petra Ingrid Marijke Wilma',
    male: 'Sem Luuk Stijn Timo Hugo Thijs Floris Casper Ruben Bas Youssef Jasper Koen Sander Rik Wouter Joost Mehmet Maarten Niels Mark Jeroen Dirk Erik Peter Kees Henk Gerard',
  },
  en: {
    female: 'Ruby Amelia Grace Chloe Megan Lucy Zoe Jasmine Abigail Hannah Priya Alice Naomi Sarah Rachel Claire Paula Helen Karen Diane',
    male: 'Jack Harry Luke Oliver Nathan Owen Adam Ryan Ben Thomas Daniel Matthew Marcus Simon Andrew George Kevin Paul Craig Martin',
  },
  de: {
    female: 'Mia Leonie Lara Greta Hannah Marlene Aylin Johanna Franziska Carina Vanessa Nina Katharina Silke Anja Claudia Sabine Heike Ulrike Petra',
    male: 'Lukas Moritz Felix Jonas Maximilian Emre Philipp Dominik Florian Jan Tobias Sebastian Matthias Stefan Andreas Thomas Holger Bernd Uwe Klaus',
  },
  fr: {
    female: 'Manon Inès Léa Camille Charlotte Louise Juliette Margaux Clémence Amandine Aurélie Élodie Fatou Céline Sandrine Nathalie Véronique Sylvie',
    male: 'Hugo Bastien Antoine Arthur Maxime Romain Thibault Guillaume Karim Julien Mathieu Nicolas Sébastien Olivier Laurent Didier Pascal Philippe',
  },
  es: {
    female: 'Lucía Paula Alba Sara Irene Marta Laura Elena Nuria Rocío Cristina Beatriz Isabel Carmen Pilar Mercedes',
    male: 'Pablo Álvaro Adrián Diego Iván Sergio Raúl Rubén Carlos Javier Jorge Andrés Miguel Fernando Ángel Manuel',
  },
  it: {
    female: 'Martina Chiara Sara Beatrice Alessia Federica Elisa Francesca Ilaria Valentina Serena Silvia Daniela Monica Paola Roberta',
    male: 'Lorenzo Matteo Riccardo Luca Davide Simone Andrea Alessandro Marco Emanuele Stefano Fabio Paolo Claudio Roberto Giovanni',
  },
  pl: {
    female: 'Oliwia Julia Natalia Weronika Aleksandra Karolina Magdalena Katarzyna Agnieszka Monika Joanna Beata Dorota Ewa',
    male: 'Jakub Kamil Mateusz Michał Adam Paweł Łukasz Rafał Tomasz Piotr Marcin Grzegorz Krzysztof Andrzej',
  },
  da: {
    female: 'Ida Mathilde Laura Signe Sofie Astrid Cecilie Camilla Louise Trine Mette Pernille Karen Birgitte',
    male: 'Emil Magnus Mikkel Frederik Mads Rasmus Kasper Christian Anders Thomas Jesper Søren Lars Henrik',
  },
  fi: {
    female: 'Iida Emilia Veera Noora Sofia Laura Sanna Hanna Katri Johanna Riikka Tiina Päivi Marja',
    male: 'Aleksi Oskari Ville Lauri Eero Antti Juha Janne Mikko Markus Petri Jukka Timo Heikki',
  },
  nb: {
    female: 'Nora Maren Ida Julie Silje Synne Marte Camilla Kristine Hanne Anette Marianne Tone Randi',
    male: 'Jonas Magnus Henrik Sindre Eirik Andreas Kristian Thomas Lars Espen Ole Øyvind Bjørn Tor',
  },
  sv: {
    female: 'Ebba Maja Linnea Klara Lovisa Emma Frida Sara Johanna Malin Anna Karin Helena Annika',
    male: 'Linus Axel Oskar Viktor Erik Gustav Daniel Johan Fredrik Mattias Anders Henrik Nils Stefan',
  },
};

// Where a country has names of its own besides those of the language.
const byCountry: Partial<Record<CountryCode, Names>> = {
  IE: { female: 'Aoife Niamh Ciara Sinéad Róisín Orla Maeve Siobhán', male: 'Cian Conor Darragh Fionn Eoin Declan Pádraig Brendan' },
  US: {
    female: 'Madison Ashley Brianna Kayla Jennifer Maria Nicole Tiffany Savannah Denise',
    male: 'Tyler Jordan Brandon Carlos Michael Justin Derek Anthony Ethan Wayne',
  },
  NZ: { female: 'Anahera Mereana Kate Holly Tessa Ruth', male: 'Tane Wiremu Callum Hamish Blair Scott' },
  AU: { female: 'Matilda Sienna Kirsty Bronte Leanne Tahlia', male: 'Lachlan Cooper Angus Shane Jarrod Brett' },
  CA: { female: 'Emily Geneviève Kelsey Simone Shauna Brooke', male: 'Étienne Connor Tristan Gordon Logan Raj' },
  AT: { female: 'Magdalena Theresa Birgit Elisabeth Valentina Gerlinde', male: 'Florian Wolfgang Georg Markus Benedikt Franz' },
  CH: { female: 'Ladina Regula Seraina Nadine Corinne Flurina', male: 'Urs Beat Marcel Flavio Pascal Jürg' },
  BE: { female: 'Sofie Eline Lies Amber Katrien Hilde Joke Annelies', male: 'Wannes Pieter Bart Jef Senne Dries Koenraad Lander' },
};

const split = (names: string) => names.split(' ');

/** First names usual for a gender and an age (18 to 75) in a country, for a speaker of the language. */
export function firstNames(country: CountryCode, language: Locale, gender: 'male' | 'female', age: number): string[] {
  const own = country === 'BE' && language === 'fr' ? undefined : byCountry[country];
  const common = split(byLanguage[language][gender]);
  // The half of the list around the age's place in it: few are called Gerard at twenty.
  const half = Math.ceil(common.length / 2);
  const from = Math.round(Math.min(1, Math.max(0, (age - 22) / 38)) * (common.length - half));
  const usual = common.slice(from, from + half);
  return own ? [...split(own[gender]), ...usual] : usual;
}
