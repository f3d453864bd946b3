import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const day = 86_400_000
const now = Date.parse('2026-11-29T04:00:00Z')

class MemoryStorage {
  private readonly items = new Map<string, string>()
  get length() {
    return this.items.size
  }
  key = (at: number) => [...this.items.keys()][at] ?? null
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

const signIn = (id: string | null) => {
  if (id) localStorage.setItem('user', JSON.stringify({ token: 't', userInfo: { id } }))
  else localStorage.removeItem('user')
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const load = () => import('./form-draft.ts')

it('a form draft belongs to one account, and only its sign-out removes it', async () => {
  const { openFormDraft: formDraft, deleteFormDraftsOf: forgetDrafts } = await load()
  signIn('one')
  expect(formDraft('reduction').write({ reason: '一' })).toBe(true)
  signIn('two')
  expect(formDraft('reduction').read()).toBeNull()
  formDraft('reduction').write({ reason: '二' })
  forgetDrafts('one')
  expect(formDraft('reduction').read()).toEqual({ at: now, values: { reason: '二' } })
  signIn('one')
  expect(formDraft('reduction').read()).toBeNull()
})

it('a form that is open after a sign-out stores nothing more', async () => {
  const { openFormDraft: formDraft, deleteFormDraftsOf: forgetDrafts } = await load()
  signIn('one')
  const open = formDraft('reduction')
  forgetDrafts('one')
  signIn(null)
  open.write({ reason: '一' })
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.length).toBe(0)
})

it('a visitor’s draft ends with the tab, and passwords are never stored', async () => {
  const { openFormDraft: formDraft } = await load()
  formDraft('register').write({ idNo: '110101199001011237', password: 'Geheim@2026' })
  expect(localStorage.length).toBe(0)
  expect(formDraft('register').read()?.values).toEqual({ idNo: '110101199001011237' })
  signIn('one')
  formDraft('profile').write({ newPassword: 'Geheim@2026', school: '药科大学' })
  expect(formDraft('profile').read()?.values).toEqual({ school: '药科大学' })
})

it('form drafts that are old, too many or too large are not kept', async () => {
  const { openFormDraft: formDraft } = await load()
  signIn('one')
  for (let form = 0; form < 21; form += 1) {
    vi.setSystemTime(now + form)
    formDraft(`form ${form}`).write({ text: '字' })
  }
  expect(formDraft('form 0').read()).toBeNull()
  expect(formDraft('form 1').read()).not.toBeNull()
  expect(formDraft('form 1').write({ text: '字'.repeat(60_000) })).toBe(false)
  vi.setSystemTime(now + 31 * day)
  expect(formDraft('form 20').read()).toBeNull()
  expect(localStorage.length).toBe(1)
})

it('an invalid stored form draft is ignored', async () => {
  const { openFormDraft: formDraft } = await load()
  signIn('one')
  for (const text of ['', 'null', '[]', '{"at":1}', '{"at":"1","values":{}}', '{"at":1,"values":null}']) {
    localStorage.setItem('draft:one:form', text)
    expect(formDraft('form').read()).toBeNull()
  }
})
