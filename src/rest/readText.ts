import type { Progressed } from './timeLimit'
import type { RawAnswer } from './uploadWithProgress'

/**
 * The whole body, with a call whenever a part of it has arrived, where somebody wants to know. What arrives is watched on
 * a copy, and the body itself is read by the platform: Chromium takes a request whose answer is not to be stored (`no-store`, which is what WordPress says
 * to whoever is signed in) for given up once a script has read the stream to its end.
 */
export async function readText(answer: RawAnswer, progressed: Progressed | undefined): Promise<string> {
  // The fetch of happy-dom loses the body of an answer of which there is a copy.
  if (progressed === undefined || 'happyDOM' in globalThis) return answer.text()
  const copy = answer.body ? answer.clone?.() : undefined
  const text = answer.text()
  void watch(copy?.body?.getReader?.(), progressed)
  return text
}

async function watch(
  reader: ReadableStreamDefaultReader<unknown> | undefined,
  progressed: Progressed,
): Promise<void> {
  try {
    while (reader && !(await reader.read()).done) progressed()
  } catch {
    // The text fails of the same.
  }
}
