import { expect, type Page } from '@playwright/test'

/** a document of the site without scripts: to reach its storage nobody waits for a page */
const bare = '/robots.txt'

/** Keeps a session where the pages look for it, and opens one of theirs. */
export async function openWith(
  page: Page,
  { key, session, path }: { key: string; session: object; path: string },
): Promise<void> {
  await page.goto(bare)
  await page.evaluate(
    ([name = '', text = '']) => localStorage.setItem(name, text),
    [key, JSON.stringify(session)],
  )
  await page.goto(path)
  await expect(page).toHaveURL(path)
}

/** A call that needs no session, past the page; what it gives. @throws when it is refused */
export async function givenBy<Answer>(page: Page, path: string, input?: object): Promise<Answer> {
  const answer = await (input ? page.request.post(path, { data: input }) : page.request.get(path))
  const { code, msg, data } = await answer.json()
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`)
  return data
}
