import { readOrigin } from '../env-group.ts'
import { StartError } from '../errors.ts'

export interface S3Settings {
  /** Origin of the store; its host begins with the bucket's name where the store wants it there. */
  endpoint: string
  /** Origin under which browsers reach the store; null keeps them away from it. */
  browserEndpoint: string | null
  bucket: string
  /** Beginning of all keys: empty, or with a slash at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** While contents move between the folder and this store, where they move to. */
  movesTo: 'store' | 'folder' | null
}

const url = 'FILES_URL'
const [endpoint, region] = ['FILES_ENDPOINT', 'FILES_REGION']
const browserEndpoint = 'FILES_BROWSER_ENDPOINT'
const [accessKey, secretKey] = ['FILES_ACCESS_KEY', 'FILES_SECRET_KEY']
const moving = 'FILES_MOVING'

const others = [endpoint, browserEndpoint, region, accessKey, secretKey, moving]

export const s3Variables: readonly string[] = [url, ...others]

const urlShape = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.-]+\/)*[\w.-]+))?\/?$/

/** @returns null when files lie in a folder @throws StartError that names a missing or malformed variable. */
export function readS3Settings(from: NodeJS.ProcessEnv): S3Settings | null {
  const given = others.find((name) => from[name])
  if (!from[url]) {
    if (given) throw new StartError(`${given} is set, so ${url} must be set too`)
    return null
  }
  const [, bucket = '', path = ''] = urlShape.exec(from[url]) ?? []
  // The value is not repeated, because somebody may have put the secret key into it.
  if (!bucket || path.split('/').some((part) => /^\.+$/.test(part)))
    throw new StartError(`${url} must look like s3://bucket or s3://bucket/prefix, without keys`)
  if (!from[endpoint]) throw new StartError(`${url} is set, so ${endpoint} must be set too`)
  const regionName = from[region] || 'us-east-1'
  if (!/^[\w-]{1,40}$/.test(regionName)) throw new StartError(`${region} does not look like a region: "${regionName}"`)
  return {
    endpoint: readOrigin(endpoint, from[endpoint], '', { secret: 'private files' }),
    browserEndpoint: readOrigin(browserEndpoint, from[browserEndpoint], '', { secret: 'private files' }) || null,
    bucket,
    prefix: path && `${path}/`,
    region: regionName,
    accessKeyId: requireSecret(from, accessKey),
    secretAccessKey: requireSecret(from, secretKey),
    movesTo: readMovesTo(from[moving]),
  }
}

function readMovesTo(value: string | undefined): S3Settings['movesTo'] {
  if (!value) return null
  if (value === 'to-store') return 'store'
  if (value === 'to-folder') return 'folder'
  throw new StartError(`${moving} must be to-store or to-folder, not "${value}"`)
}

function requireSecret(from: NodeJS.ProcessEnv, variable: string): string {
  const value = from[variable]
  if (!value) throw new StartError(`${url} is set, so ${variable} or ${variable}_FILE must be set too`)
  if (/\s/.test(value)) throw new StartError(`${variable} must be one word without spaces`)
  return value
}

/** Some stores want the bucket's name in the path, others in the name of the host. */
export function s3BaseUrl({ endpoint, bucket, prefix }: Pick<S3Settings, 'endpoint' | 'bucket' | 'prefix'>) {
  const isInHost = new URL(endpoint).hostname.startsWith(`${bucket}.`)
  const bucketUrl = isInHost ? `${endpoint}/` : `${endpoint}/${bucket}/`
  return { bucketUrl, objectUrl: bucketUrl + prefix }
}
