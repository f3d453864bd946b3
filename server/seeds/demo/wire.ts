import { type ClientCalls, clientBase, type Envelope } from '@ce/contract'
import type { FastifyInstance } from 'fastify'

/** The calls of the contract as one client makes them, against the app itself and without a network. */
export type Wire = <Key extends keyof ClientCalls>(
  key: Key,
  input?: unknown,
) => Promise<ClientCalls[Key]['response']>

/** A client of the app. @throws Error when a call is refused: a demo world must not be half right */
export function wireOf(app: FastifyInstance, token?: string): Wire {
  return async <Key extends keyof ClientCalls>(key: Key, input: unknown = {}) => {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string]
    const answer = await app.inject({
      method,
      url: clientBase + path,
      headers: token ? { authorization: token } : {},
      ...(method === 'GET'
        ? { query: input as Record<string, string> }
        : { payload: input as object }),
    })
    const { code, msg, data } = answer.json<Envelope<ClientCalls[Key]['response']>>()
    if (code !== 1) throw new Error(`${key} refused: ${code} ${msg} ${JSON.stringify(data)}`)
    return data
  }
}
