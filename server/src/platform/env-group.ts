import { StartError } from './errors.ts'

export interface EnvGroup<Field extends string> {
  names: Readonly<Record<Field, string>>
  shapes: Partial<Record<Field, RegExp>>
  of: string
}

/** @returns null when none is set @throws StartError that names a missing or malformed variable. */
export function readEnvGroup<Field extends string>(
  from: NodeJS.ProcessEnv,
  { names, shapes, of }: EnvGroup<Field>,
): Record<Field, string> | null {
  const fields = Object.entries<string>(names) as [Field, string][]
  const given = fields.find(([, name]) => from[name])
  if (!given) return null
  const values = fields.map(([field, name]) => {
    const value = from[name]
    if (!value) throw new StartError(`${given[1]} is set, so ${name} must be set too`)
    if (shapes[field] && !shapes[field].test(value))
      throw new StartError(`${name} does not look like one of ${of}: "${value}"`)
    return [field, value]
  })
  return asGroup(Object.fromEntries(values))
}

/** All fields of the group were checked before, so this cast is safe. */
function asGroup<Field extends string>(values: Record<string, string>): Record<Field, string> {
  return values as Record<Field, string>
}

/**
 * Reads the origin of an address. With `secret`, http is allowed only for this machine. @throws StartError that names
 * the variable.
 */
export function readOrigin(
  name: string,
  value: string | undefined,
  official: string,
  { secret }: { secret?: string } = {},
): string {
  if (!value) return official
  const url = URL.parse(value)
  // The value is not repeated, because it holds a secret.
  if (url?.username || url?.password) throw new StartError(`${name} must be an address without a user and a password`)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new StartError(`${name} must be an http(s) address without a path, not "${value}"`)
  if (secret && url.protocol === 'http:' && !isLocalHost(url.hostname))
    throw new StartError(`${name} must be https, not "${value}": ${secret} go there`)
  return url.origin
}

export function isLocalHost(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)
}
