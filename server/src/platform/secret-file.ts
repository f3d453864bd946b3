import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
  return withFileOfVariable(variable, file, async (path) => {
    return secretIn(await readFile(path, 'utf8'))
  })
}

function secretIn(text: string): string {
  const secret = text.trim()
  if (!secret || /\s/.test(secret)) throw new Error('it must hold one secret on one line')
  return secret
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
      filled[name] = secretIn(readFileSync(file, 'utf8'))
    } catch (error) {
      throw unusableFile(variable, file, error)
    }
  }
  return filled
}
