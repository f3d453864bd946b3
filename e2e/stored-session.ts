import { expect, type Page } from '@playwright/test'

/** This page has no scripts, so it opens quickly and gives access to the browser's storage. */
const bare = '/robots.txt'

/** Stores a session in the browser and opens a page with it. */
export async function openWith(
  page: Page,
  { key, session, path }: { key: string; session: object; path: string },
): Promise<void> {
  await page.goto(bare)
  await page.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, JSON.stringify(session)])
  await page.goto(path)
  await expect(page).toHaveURL(path)
}

export async function givenBy<Answer>(page: Page, path: string, input?: object): Promise<Answer> {
  const answer = await (input ? page.request.post(path, { data: input }) : page.request.get(path))
  const { code, msg, data } = await answer.json()
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`)
  return data
}
