import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

export async function runProgram(program: string, args: string[]): Promise<string> {
  const { stdout } = await execFileAsync(program, args, { maxBuffer: 16 * 1024 * 1024 })
  return stdout
}
