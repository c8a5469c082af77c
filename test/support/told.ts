/**
 * Steps of a history as one says them: `type 1 title, save! 0, lose done`. The verb, whether it has a `!`, and the words
 * behind it are what a law makes its step of.
 */
export function told<Step>(
  text: string,
  stepOf: (verb: string, words: readonly string[], isMarked: boolean) => Step,
): Step[] {
  return text.split(', ').map((one) => {
    const [verb = '', ...words] = one.split(' ')
    return stepOf(verb.replace('!', ''), words, verb.endsWith('!'))
  })
}
