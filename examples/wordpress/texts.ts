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

/** Each with how an article about it begins. */
export const subjects: readonly (readonly [subject: string, lead: string])[] = [
  [
    'the old ferry',
    'The old ferry was built for forty years and has done sixty-one. Her engine is older than the man who looks after it, and on cold mornings he talks to it.',
  ],
  [
    'the Saturday market',
    'By half past five the first stall is up, and it is always the same one: Brandt’s cheese, at the corner by the pump. The Saturday market has had no other opening ceremony since 1956.',
  ],
  [
    'the lighthouse keeper',
    'There has been no need for a lighthouse keeper since the lamp went automatic. Henrik Vall climbs the hundred and forty steps every evening all the same, and writes down what he sees.',
  ],
  [
    'the night tram',
    'The night tram leaves Central at ten past one with eleven people on board. The driver knows nine of them by name, and wakes two of them at their stop.',
  ],
  [
    'the bakery on Mill Lane',
    'On Mill Lane one smells the time: rye at four, rolls at five, plaited loaves just before the shutters go up. The bakery has been in the hands of three families, all of whom still buy their bread there.',
  ],
  [
    'the allotments',
    'Sixty-two plots, one tap and a waiting list of nine years: the allotments behind the gasworks are the most sought-after addresses in town. Nobody has sold one yet; several have been inherited.',
  ],
  [
    'the brass band',
    'The brass band rehearses on Tuesdays above the fire station, which is practical, as a third of it is called away at least once a month. The rest have learned to play on.',
  ],
  [
    'the repair café',
    'A toaster, two radios and a cuckoo that no longer calls: the queue at the repair café is as long as the list of volunteers is short. Four out of five things go home mended.',
  ],
  [
    'the tide tables',
    'The tide tables are printed in March and sold out by June. They are the only book in town that everybody over twelve can quote from, and the only one that is never wrong by more than four minutes.',
  ],
  [
    'the reading room',
    'The reading room has eleven chairs and one rule, which hangs beside the clock: no advice. Since the winter before last it is warm again, too.',
  ],
  [
    'the apple harvest',
    'Nobody counts the trees any more, only the crates: four hundred and six this autumn, fifty more than the last. The apple harvest brings together people who otherwise meet at funerals.',
  ],
  [
    'the swimming pool',
    'The water has eighteen degrees, on a good day nineteen. The swimming pool opens on the first of May whatever the weather, and the same six people are in it before seven.',
  ],
  [
    'the clockmaker',
    'In the workshop of Ilse Marten no two clocks agree, which is on purpose: a clockmaker, she says, should hear each of them by itself. She has been open three days a week since she retired.',
  ],
  [
    'the bridge at Low Quay',
    'For eleven weeks everybody walked the long way round. Now the bridge at Low Quay is open again, with new bearings, the old railings and a plaque on which one name is spelled wrong.',
  ],
  [
    'the winter garden',
    'In January the winter garden has more visitors than plants. They come for the light, says the gardener, and stay because of the benches.',
  ],
  [
    'the school orchestra',
    'Fifty-four children, nine cellos and one bassoon, which is shared. The school orchestra has not been this large since the roof of the hall was found to leak on the strings.',
  ],
  [
    'the fish smokers',
    'The smoke has to be blue, never white; all else can be learned, say the fish smokers of the east mole. There are four of them left, and two apprentices who cycle in from the villages.',
  ],
  [
    'the new library',
    'It has cost a little less than was planned and taken a little longer. The new library opened its doors at nine, and by ten the picture books were on the floor, where they belong.',
  ],
  [
    'the bell tower',
    'The third bell is a semitone flat and always was. When the frame of the bell tower was mended, the parish voted on whether to have it tuned; it was not close.',
  ],
  [
    'the print workshop',
    'Everything in the print workshop weighs too much to be moved, which is the reason why it is still here. This spring the big press turned for the first time in thirty years.',
  ],
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
  'Admission is free, but the benches fill up quickly when it rains.',
  'A small exhibition shows the original drawings next to photographs of today.',
  'There is always a pot of soup on the stove for whoever comes in from the cold.',
  'The numbers are modest: forty members, three keys and one very patient treasurer.',
  'Children may try everything; grown-ups have to ask first.',
  'On Thursdays the doors stay open until ten.',
  'What began as a favour between neighbours is now a fixed date in the calendar.',
  'It takes two people and most of a morning, and in the end one hardly sees the difference.',
  'The paint is the colour that was cheapest in 1974, and has been mixed again by eye ever since.',
  'Whoever wants to help is given a broom on the first day and a key on the third.',
  '“Ask me again in the spring,” he says, as he said last spring.',
  'A bequest paid for the windows; the name of the giver was to be kept, and is.',
  'Of the twelve founders four are still there, and disagree about the year.',
  'The minutes of the first meeting fit on a postcard, which hangs in a frame by the door.',
  'Most of what is needed is borrowed, and most of that is brought back.',
  'In a good week forty people come, in a bad one the same ten.',
  'Complaints are taken in writing, on the back of the bill.',
  'The insurance asked for a list of everything that might go wrong; it came to nine pages.',
  'Two students have recorded the stories of those who were there, eleven hours of them.',
  'It is not quite finished, but that was never the point.',
  'The next date is on the notice board, and in this newspaper the day before.',
  'Since the summer there is a ramp, which turned out to be of use to everybody.',
  'Only once did they have to close, for a wedding.',
  'The key to the cellar was found in the pocket of a coat that had been sold.',
  'Questions are best asked on a Monday, when nobody else does.',
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
