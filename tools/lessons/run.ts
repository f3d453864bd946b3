import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/** Runs a program without a shell and gives what it printed. Throws, with its own complaint, when it fails. */
export async function run(program: string, args: string[]): Promise<string> {
  const { stdout } = await execFileAsync(program, args, { maxBuffer: 16 * 1024 * 1024 })
  return stdout
}
