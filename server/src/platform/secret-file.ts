import { closeSync, openSync, readSync } from 'node:fs'
import { errorCodeOf } from './error-code.ts'
import { StartError } from './errors.ts'

/**
 * Passes the file that an environment variable names to `use`.
 * @throws StartError with one line that names the variable and the file, but not the file's content.
 */
export async function withFileOfVariable<Value>(
  variable: string,
  file: string,
  use: (file: string) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(file)
  } catch (error) {
    throw unusableFile(variable, file, error)
  }
}

function unusableFile(variable: string, file: string, error: unknown): StartError {
  const missing = errorCodeOf(error) === 'ENOENT'
  const why = missing ? 'there is no such file' : (error as Error).message.split('\n')[0]
  return new StartError(`cannot use ${variable} (${file}): ${why}`)
}

/** @throws StartError. */
export function readSecret(variable: string, file: string): Promise<string> {
  return withFileOfVariable(variable, file, async (path) => secretIn(path))
}

/** Another file, such as a device, could have no end. */
const mostSecretBytes = 64 * 1024

function secretIn(path: string): string {
  const secret = readBeginning(path).trim()
  if (!secret || /\s/.test(secret)) throw new Error('it must hold one secret on one line')
  return secret
}

function readBeginning(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(mostSecretBytes)
    let length = 0
    for (let read = -1; read !== 0 && length < mostSecretBytes; length += read)
      read = readSync(file, bytes, length, mostSecretBytes - length, null)
    if (length === mostSecretBytes) throw new Error('it is too large to hold one secret')
    return bytes.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

export function fileVariableOf(name: string): string {
  return `${name}_FILE`
}

/** Fills in the variables whose files are named instead. @throws StartError that names the variable. */
export function withSecretsOfFiles(from: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const filled = { ...from }
  for (const name of names) {
    const variable = fileVariableOf(name)
    const file = from[variable]
    if (!file) continue
    if (from[name]) throw new StartError(`${name} and ${variable} are both set: set one of them`)
    try {
      filled[name] = secretIn(file)
    } catch (error) {
      throw unusableFile(variable, file, error)
    }
  }
  return filled
}
