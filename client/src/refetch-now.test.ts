import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { refetchNow } from './refetch-now.ts'

it('refetchNow ignores the response to an earlier request', async () => {
  const client = new QueryClient()
  const answers: ((said: string) => void)[] = []
  const query = {
    queryKey: ['exam'],
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  }
  const before = expect(refetchNow(client, query)).rejects.toThrow()
  await expect.poll(() => answers.length).toBe(1)
  const after = refetchNow(client, query)
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.('handed in at the bell')
  answers[1]?.('sealed answers taken')
  expect(await after).toBe('sealed answers taken')
  await before
  expect(client.getQueryData(['exam'])).toBe('sealed answers taken')
})
