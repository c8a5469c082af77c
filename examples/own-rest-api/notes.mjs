const titles = [
  ...['Buy film', 'Call Ann', 'Read the proofs', 'Pictures of the ferry', 'Book a table', 'Answer letters'],
  ...['Water the plants', 'Pay the printer', 'Interview at noon', 'Return the keys', 'Ferry times', 'Draft'],
]

/** What the server begins with. */
export const notes = titles.map((title, i) => ({
  id: i + 1,
  title,
  text: `All about: ${title.toLowerCase()}.`,
  tags: ['desk'],
}))
