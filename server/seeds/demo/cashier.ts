import type { FastifyInstance } from 'fastify'

export async function payAtDemoCashier(app: FastifyInstance, codeUrl: string | null): Promise<void> {
  if (!codeUrl) throw new Error('the demo order has no payment address')
  const { pathname, searchParams } = new URL(codeUrl)
  const form = new URLSearchParams({ k: searchParams.get('k') ?? '', action: 'pay' })
  const answer = await app.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
  if (answer.statusCode !== 303) throw new Error(`the demo cashier answered ${answer.statusCode}`)
}
