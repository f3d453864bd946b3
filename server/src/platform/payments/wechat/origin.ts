import { StartError } from '../../start-error.ts'

/** The address of one of the channel's machines. @throws StartError naming the variable */
export function readOrigin(name: string, value: string | undefined, official: string): string {
  if (!value) return official
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new StartError(`${name} must be an http(s) address without a path, not "${value}"`)
  return url.origin
}
