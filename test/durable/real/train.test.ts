import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeTrain, type Train } from './trainJourney'

/** How often; `npm run test:train` says more. */
const restarts = Number(process.env.TRAIN_RESTARTS ?? 5)
const seed = Number(process.env.LAW_SEED ?? 20261124)

let train: Train

beforeAll(async () => {
  train = await takeTrain()
}, 600_000)
afterAll(() => train.close())

describe('On a train', () => {
  it(
    `the screen is what it was after ${restarts} restarts without a network, and each change is on the site once`,
    { timeout: 600_000 + restarts * 30_000 },
    async () => {
      expect(train.rows).toBe(500)
      for await (const { name, before, after } of train.travel(restarts, seed)) {
        const last = before.at(-1)
        const same = before.find((one) => isDeepStrictEqual(one, after))
        expect([name, after]).toEqual([name, same ?? last])
        expect(after).toMatchObject({ rows: 500, asked: 0 })
        expect(train.requests.answered).toBe(0)
      }
      const { unsaved } = (await train.shown()).all
      const wanted = new Map(unsaved.map(({ key, record }) => [Number(key), record?.title]))

      await train.saveAll()
      const site = await train.ofSite()
      for (const [id, title] of site.titles) expect(title).toBe(wanted.get(id))
      expect(site).toMatchObject({ drafts: [1, 1], files: 1 })
    },
  )
})
