import type { RecoveredEdits } from 'copydesk/durable'

type Standing = RecoveredEdits['standing']

/** What people read of how kept changes stand to what the site has now. */
export const standingTexts: Readonly<Record<Standing, string>> = {
  unchecked: '',
  same: 'Nobody has changed it since.',
  newer: 'Somebody has changed other things of it since: both stay.',
  conflict: 'Somebody has changed the same since. If you keep yours, you choose when you save.',
  gone: 'It was deleted on the site since. What you wrote can go on as a new one.',
  forbidden: 'You may no longer change it. Keep it to copy what you wrote.',
  unknownEntity: 'The site no longer has anything of this sort: it can be read here, and not saved.',
}

/** Whether they can be put back where they were. */
export function standingAllows(standing: Standing): boolean {
  return standing !== 'gone' && standing !== 'unknownEntity'
}
