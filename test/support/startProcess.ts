import { fork } from 'node:child_process'

const clock = new URL('passingClock.mjs', import.meta.url).href

/** Of PHP only what runs a hundred times as often as usual is optimized, which takes longer than it saves for most of it. */
const hot = '--wasm-tiering-budget=200000000'

/** A script that was forked, has reported by message, and ends when it is left alone. */
export interface Started<Site> {
  site: Site
  /** Resolves once it has answered. `pass` lets so many milliseconds pass on its clock. */
  order(order: 'keep' | 'restore' | { pass: number }): Promise<void>
  stop(): Promise<void>
}

/** Forks a script that reports by message once it answers, and ends when it is left alone. */
export function startProcess<Site>(
  script: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<Started<Site>> {
  return new Promise((resolve, reject) => {
    const server = fork(script, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A site of its own may be asked for more than those for which PHP is not optimized.
      execArgv: [...process.execArgv.filter((flag) => flag !== '--liftoff-only'), hot, '--import', clock],
      env: { ...process.env, ...environment },
    })
    const ended = new Promise<number | null>((end) => server.once('exit', end))
    void ended.then((code) => reject(new Error(`${script} did not start: it ended with code ${code}.`)))
    server.once('message', (site) =>
      resolve({
        site: site as Site,
        order: (order) =>
          new Promise((done) => {
            server.once('message', () => done())
            server.send(order)
          }),
        async stop() {
          server.disconnect()
          await ended
        },
      }),
    )
  })
}
