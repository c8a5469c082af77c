// The words the newspaper is made of.

export const categoryNames = [
  'Harbour',
  'Markets',
  'Kitchen',
  'Gardens',
  'Trains & Trams',
  'Letters',
  'Weather',
  'Books',
  'Music',
  'Workshops',
]

export const tagNames = [
  'interview',
  'how-to',
  'long read',
  'photo essay',
  'winter',
  'summer',
  'history',
  'families',
  'volunteers',
  'opening hours',
]

export const subjects = [
  'the old ferry',
  'the Saturday market',
  'the lighthouse keeper',
  'the night tram',
  'the bakery on Mill Lane',
  'the allotments',
  'the brass band',
  'the repair café',
  'the tide tables',
  'the reading room',
  'the apple harvest',
  'the swimming pool',
  'the clockmaker',
  'the bridge at Low Quay',
  'the winter garden',
  'the school orchestra',
  'the fish smokers',
  'the new library',
  'the bell tower',
  'the print workshop',
]

export const headlines = [
  'A morning with {subject}',
  'What we learned from {subject}',
  'Ten questions about {subject}',
  '{subject}, ten years on',
  'Who looks after {subject}?',
  'A short history of {subject}',
  'How to visit {subject} & when',
  'Why {subject} still matters',
  'Behind the scenes at {subject}',
  'Plans for {subject} take shape',
]

export const sentences = [
  'The kettle goes on at six, long before the first visitors arrive.',
  'Nobody wrote the rules down, and so everybody remembers them a little differently.',
  'Last year the roof was mended with slate from the quarry across the water.',
  '“We only ever meant to stay for one season,” she says, and laughs.',
  'The council has promised an answer by the end of the month.',
  'Tickets are free, but the benches fill up quickly when it rains.',
  'A small exhibition shows the original drawings next to photographs of today.',
  'There is always a pot of soup on the stove for whoever comes in from the cold.',
  'The numbers are modest: forty members, three boats and one very patient treasurer.',
  'Children may try everything; grown-ups have to ask first.',
  'On Thursdays the doors stay open until the last tram has gone.',
  'What began as a favour between neighbours is now a fixed date in the calendar.',
]

export const pageTitles: [title: string, parent: number | null][] = [
  ['Home', null],
  ['About us', null],
  ['The editors', 1],
  ['Our history', 1],
  ['How we work', 1],
  ['Corrections', 4],
  ['Visit', null],
  ['Getting here', 6],
  ['Opening hours', 6],
  ['Accessibility', 6],
  ['Contact', null],
  ['Write for us', 10],
  ['House style', 11],
  ['Legal notice', null],
]
