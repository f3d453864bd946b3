import { type ClientCalls, clientBase, type Envelope } from '@ce/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'

type Call = <Key extends keyof ClientCalls>(key: Key, input?: unknown) => Promise<ClientCalls[Key]['response']>

export interface DemoClient extends Call {
  upload(purpose: 'CAPTURE' | 'EVIDENCE', name: string, png: Buffer): Promise<string>
}

/** @throws Error when a call is refused, because a demo world must be complete */
export function createDemoClient(app: FastifyInstance, token?: string): DemoClient {
  const send = async <Key extends keyof ClientCalls>(key: Key, what: Pick<InjectOptions, 'payload' | 'query'>) => {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string]
    const headers = token ? { authorization: token } : {}
    const answer = await app.inject({ method, url: clientBase + path, headers, ...what })
    const { code, msg, data } = answer.json<Envelope<ClientCalls[Key]['response']>>()
    if (code !== 1) throw new Error(`${key} refused: ${code} ${msg} ${JSON.stringify(data)}`)
    return data
  }
  const call: Call = (key, input = {}) =>
    send(key, key.startsWith('GET') ? { query: input as Record<string, string> } : { payload: input as object })
  return Object.assign(call, {
    upload: async (purpose: string, name: string, png: Buffer) => {
      const form = new FormData()
      form.append('purpose', purpose)
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), name)
      return (await send('POST /file/v1/upload', { payload: form })).id
    },
  })
}
