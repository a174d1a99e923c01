import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { connectToRunning } from '#server/operations/client/connect-to-running.ts'
import type { Connection } from '../client/connection.ts'

/**
 * Starts another installed version of Gatehouse on a copy of the data.
 * @param program the path of its command.
 * @param folder a data folder that only it uses @param databaseUrl its PostgreSQL database; null for an embedded one.
 * @returns a connection that stops it when it is closed.
 * @throws an error in one line if it cannot be started.
 */
export async function startOldProgram(
  program: string,
  folder: string,
  databaseUrl: string | null,
): Promise<Connection> {
  const child = spawn(resolve(program), ['serve'], {
    env: {
      PATH: process.env['PATH'],
      GATEHOUSE_DATA: folder,
      GATEHOUSE_DEMO: '0',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const stop = async () => {
    child.kill()
    await ended
  }
  process.once('exit', () => child.kill())
  try {
    await ready(child, program)
    const connection = await connectToRunning(folder)
    if (connection === null) throw new Error(`${program} was started, but does not answer on its socket.`)
    return { ...connection, close: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ready(child: ReturnType<typeof spawn>, program: string) {
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors = `${errors}${text}`.slice(-2_000)
  })
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  const isReady = (async () => {
    if (!child.stdout) return false
    for await (const line of createInterface({ input: child.stdout }))
      if (/is ready at/.test(line)) return true
    return false
  })()
  const started = await Promise.race([isReady, failed]).catch((error: Error) => {
    errors = error.message
    return false
  })
  if (!started)
    throw new Error(`${program} could not be started on a copy of the data: ${errors.trim() || 'it ended'}`)
  // Its further output is not needed, and must not block it.
  child.stdout?.resume()
}
