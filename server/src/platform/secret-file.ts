import { readFile } from 'node:fs/promises'
import { errorCode } from './error-code.ts'
import { StartError } from './start-error.ts'

/** Uses what a variable points to. @throws StartError, one line that names the variable and never the content */
export async function useFileOf<Value>(
  variable: string,
  file: string,
  use: (file: string) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(file)
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT'
    const why = missing ? 'there is no such file' : (error as Error).message.split('\n')[0]
    throw new StartError(`cannot use ${variable} (${file}): ${why}`)
  }
}

/** One secret on one line. @throws StartError */
export function readSecret(variable: string, file: string): Promise<string> {
  return useFileOf(variable, file, async (path) => {
    const secret = (await readFile(path, 'utf8')).trim()
    if (!secret || /\s/.test(secret)) throw new Error('it must hold one secret on one line')
    return secret
  })
}
