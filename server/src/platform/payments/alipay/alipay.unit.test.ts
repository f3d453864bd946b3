import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { parseJsonMembers } from './client.ts'
import { loadAlipayKeys } from './load-keys.ts'
import { readAlipaySettings } from './settings.ts'
import { buildCanonicalText, readSignedForm, signParameters, verifySignedJson } from './signature.ts'

const [ours, theirs] = [newPair(), newPair()]
let folder = ''
const env = (change: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY_FILE: join(folder, 'key.pem'),
  ALIPAY_PUBLIC_KEY_FILE: join(folder, 'alipay.pem'),
  ...change,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-alipay-'))
  const { privateKey, publicKey } = ours
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    const der = privateKey.export({ type, format: 'der' })
    await writeFile(join(folder, type), `${der.toString('base64')}\n`)
  }
  const mine = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await writeFile(join(folder, 'mine.pem'), mine)
  const alipays = theirs.publicKey
  await writeFile(join(folder, 'alipay.pem'), alipays.export({ type: 'spki', format: 'pem' }))
  const line = alipays.export({ type: 'spki', format: 'der' }).toString('base64')
  await writeFile(join(folder, 'alipay.line'), line)
})
afterAll(() => rm(folder, { recursive: true }))

describe('Alipay configuration', () => {
  it('accepts missing channel settings, but refuses incomplete ones', () => {
    expect(readEnv({}).alipay).toBeNull()
    expect(readAlipaySettings(env())).toMatchObject({ baseUrl: 'https://openapi.alipay.com' })
    const said = (change: NodeJS.ProcessEnv) => () => readAlipaySettings(env(change))
    expect(said({ ALIPAY_SELLER_ID: '' })).toThrow('so ALIPAY_SELLER_ID must be set too')
    expect(said({ ALIPAY_SELLER_ID: '1234' })).toThrow('ALIPAY_SELLER_ID does not look like one')
    expect(said({ ALIPAY_APP_ID: 'app' })).toThrow('ALIPAY_APP_ID does not look like one')
    expect(said({ ALIPAY_BASE_URL: 'https://x/gateway.do' })).toThrow('without a path')
  })

  it('accepts either the Alipay public key or all three certificates, but no mixture', () => {
    const files = {
      ALIPAY_APP_CERT_FILE: '/app.crt',
      ALIPAY_CERT_FILE: '/alipay.crt',
      ALIPAY_ROOT_CERT_FILE: '/root.crt',
    }
    const read = (change: NodeJS.ProcessEnv) => readAlipaySettings(env(change))?.trust
    expect(read({})).toMatchObject({ mode: 'KEY' })
    expect(read({ ALIPAY_PUBLIC_KEY_FILE: '', ...files })).toEqual({
      mode: 'CERTIFICATES',
      appCertFile: '/app.crt',
      alipayCertFile: '/alipay.crt',
      rootCertFile: '/root.crt',
    })
    expect(() => read(files)).toThrow('ALIPAY_PUBLIC_KEY_FILE and ALIPAY_APP_CERT_FILE are both set')
    for (const name of Object.keys(files))
      expect(() => read({ ALIPAY_PUBLIC_KEY_FILE: '', ...files, [name]: '' })).toThrow(`so ${name} must be set too`)
  })

  it('accepts Alipay keys as PEM and in the form of Alipay’s key tool', async () => {
    const load = (change: NodeJS.ProcessEnv = {}) => loadAlipayKeys(readAlipaySettings(env(change)) ?? never())
    const { privateKey, publicKey } = await load()
    for (const file of ['pkcs8', 'pkcs1']) {
      const found = await load({
        ALIPAY_PRIVATE_KEY_FILE: join(folder, file),
        ALIPAY_PUBLIC_KEY_FILE: join(folder, 'alipay.line'),
      })
      expect(found.privateKey.equals(privateKey)).toBe(true)
      expect(found.publicKey.equals(publicKey)).toBe(true)
    }
  })

  it('names an unusable key file in one line, without its content', async () => {
    const problem = (change: NodeJS.ProcessEnv) =>
      loadAlipayKeys(readAlipaySettings(env(change)) ?? never()).then(
        () => '',
        (error: Error) => error.message,
      )
    const none = join(folder, 'none')
    expect(await problem({ ALIPAY_PRIVATE_KEY_FILE: none })).toBe(
      `cannot use ALIPAY_PRIVATE_KEY_FILE (${none}): there is no such file`,
    )
    const short = join(folder, 'short')
    await writeFile(short, 'my-short-secret')
    for (const variable of ['ALIPAY_PRIVATE_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE']) {
      const said = await problem({ [variable]: short })
      expect(said).toContain(`cannot use ${variable}`)
      expect(said).not.toContain('my-short-secret')
    }
    // Alipay's console shows our public key beside its own, so they are easily confused.
    expect(await problem({ ALIPAY_PUBLIC_KEY_FILE: join(folder, 'mine.pem') })).toContain(
      'it is the public key of the application',
    )
  })
})

describe('text covered by an Alipay signature', () => {
  it('signs every request parameter with a value, sorted by name and unencoded', () => {
    const parameters = {
      version: '1.0',
      app_id: '1',
      notify_url: '',
      biz_content: '{"a":"1+1&=中"}',
    }
    const text = 'app_id=1&biz_content={"a":"1+1&=中"}&version=1.0'
    const expected = sign('sha256', Buffer.from(text), ours.privateKey).toString('base64')
    expect(signParameters({ ...parameters, sign: 'x' }, ours.privateKey)).toBe(expected)
  })

  it('verifies a notification over all fields except sign and sign_type, including empty ones and plus signs', () => {
    const fields = { b: '', a: '1+1 = 二', charset: 'utf-8' }
    const form = (more: Record<string, string> = {}, after = '') => {
      const signature = sign('sha256', Buffer.from(buildCanonicalText(fields)), theirs.privateKey)
      const all = { ...fields, sign_type: 'RSA2', sign: signature.toString('base64'), ...more }
      return Buffer.from(`${new URLSearchParams(all)}${after}`)
    }
    const read = (body: Buffer) => () => readSignedForm(body, theirs.publicKey)
    expect(read(form())()).toMatchObject(fields)
    expect(read(form({ a: '1 1 = 二' }))).toThrow('does not fit')
    expect(read(form({ more: '1' }))).toThrow('does not fit')
    expect(read(form({ sign: '' }))).toThrow('does not fit')
    expect(read(form({ sign_type: 'RSA' }))).toThrow('not signed with RSA2')
    expect(read(form({}, '&a=1%2B1+%3D+%E4%BA%8C'))).toThrow('twice')
    expect(read(Buffer.from('{"a":1}'))).toThrow('not signed')
    const other = readSignedForm.bind(null, form(), ours.publicKey)
    expect(other).toThrow('does not fit')
  })

  it('verifies an Alipay response as sent, or with its slashes unescaped', () => {
    const plain = '{"code":"10000","qr_code":"https://qr.alipay.com/x"}'
    const signature = sign('sha256', Buffer.from(plain), theirs.privateKey).toString('base64')
    const proven = (text: string) => verifySignedJson(text, signature, theirs.publicKey)
    expect(proven(plain)).toBe(true)
    expect(proven(plain.replaceAll('/', '\\/'))).toBe(true)
    expect(proven(plain.replace('"code":', '"code": '))).toBe(false)
    expect(proven(plain.replace('10000', '10001'))).toBe(false)
  })
})

describe('cutting a member out of an Alipay response', () => {
  it.each([
    ['{"a_response":{"code":"10000"},"sign":"x"}', '{"code":"10000"}'],
    ['{"sign":"x","a_response":{"code":"10000"}}', '{"code":"10000"}'],
    // The cases cover braces, quotes or the word `sign` in values, white space, and an escaped name.
    [
      '{ "a_response" : {"m":"} \\"sign\\":\\\\" , "n":[{},"]"]} ,\n"sign":"x"}',
      '{"m":"} \\"sign\\":\\\\" , "n":[{},"]"]}',
    ],
    ['{"a\\u005fresponse":{},"sign":"x"}', '{}'],
    ['{"a_response":"text","sign":"x"}', '"text"'],
    ['{"a_response":-1.5e3 ,"sign":"x"}', '-1.5e3'],
  ])('cuts the exact text of a member out of %s', (answer, expected) => {
    const members = parseJsonMembers(answer)
    expect(members.get('a_response')).toBe(expected)
    expect(members.get('sign')).toBe('"x"')
    expect(members.size).toBe(2)
  })

  it.each(['{"a_response":{},"a_response":{}}', '{"a_response":{}', '{"a_response":{}} more', '[]', '"a"', 'null', ''])(
    'refuses to cut a member out of %s',
    (answer) => {
      expect(() => parseJsonMembers(answer)).toThrow()
    },
  )

  it('an empty response object has no members', () => {
    expect(parseJsonMembers('{}').size).toBe(0)
  })
})

function newPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function never(): never {
  throw new Error('no settings')
}
