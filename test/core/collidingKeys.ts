/** Words that bring the table's hash from one state to the same next one, pair by pair: 2 to the 5th keys collide. */
const pairs = [
  ['003pwu', '00a5fa'],
  ['004uzx', '00f2ad'],
  ['0035zx', '00apcd'],
  ['0053zx', '00cpad'],
  ['0035zx', '00apcd'],
] as const

/** 32 keys of equal hash: more than a bucket holds. */
export const collidingKeys: readonly string[] = pairs.reduce<string[]>(
  (words, pair) => words.flatMap((word) => pair.map((next) => word + next)),
  [''],
)
