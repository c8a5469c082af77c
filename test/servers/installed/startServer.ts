import { fork, type ChildProcess } from 'node:child_process'
import type { YjsServer } from '../yjsStory'

/** A server as a process of its own, which tells its port by a message. It can be ended and started again. */
export async function startServer(script: URL, env: Record<string, string> = {}): Promise<YjsServer> {
  let child: ChildProcess
  const launch = (port: number) =>
    new Promise<number>((resolve, reject) => {
      child = fork(script, {
        env: { ...process.env, ...env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child.once('message', (told) => resolve((told as { port: number }).port))
      child.once('exit', (code) => reject(new Error(`${script.href} ended with code ${code}`)))
    })
  const port = await launch(0)
  return {
    url: `ws://127.0.0.1:${port}`,
    start: async () => void (await launch(port)),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        if (child.exitCode !== null || !child.kill('SIGKILL')) resolve()
      }),
  }
}
