import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, useBlocker } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfirmDialog, Dialog } from './Dialog.tsx'
import { createLayeredWindow } from './layer-history.ts'

function Guarded() {
  const blocker = useBlocker(true)
  return (
    <>
      <List />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        words={{ title: '离开？', text: '', ok: '留下', cancel: '离开' }}
        onOk={() => blocker.reset?.()}
        onCancel={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    </>
  )
}

function List() {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <main id="content" tabIndex={-1}>
      <h1>列表</h1>
      <div style={{ height: 800 }} />
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <Link to="/other">另一页</Link>
      <div style={{ height: 3000 }} />
      <Dialog
        open={open}
        title="筛选"
        onClose={() => setOpen(false)}
        actions={
          <button type="button" onClick={() => setAsking(true)}>
            删除
          </button>
        }
      >
        <Link to="/other">去另一页</Link>
      </Dialog>
      <ConfirmDialog
        open={asking}
        words={{ title: '删除这一项？', text: '', ok: '删除', cancel: '保留' }}
        onOk={() => setOpen(false)}
        onClose={() => setAsking(false)}
      />
    </main>
  )
}

const router = createBrowserRouter(
  [
    { path: '*', element: null },
    { path: '/first', element: <h1>前一页</h1> },
    { path: '/list', element: <List /> },
    { path: '/guarded', element: <Guarded /> },
    { path: '/other', element: <h1>另一页</h1> },
  ],
  { window: createLayeredWindow() },
)
const place = document.body.appendChild(document.createElement('div'))
createRoot(place).render(<RouterProvider router={router} />)

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = () => page.getByRole('dialog', { name: '筛选' })
const confirm = () => page.getByRole('dialog', { name: '删除这一项？' })
const open = async () => {
  await page.getByRole('button', { name: '打开' }).click()
  await expect.element(dialog()).toBeVisible()
  // The history entry is added in a separate task.
  await expect.poll(() => history.state.layer).toBe(1)
}

beforeEach(async () => {
  await router.navigate('/first')
  await router.navigate('/list')
  await expect.element(title('列表')).toBeVisible()
})

it('Back closes the dialog and keeps the page’s position; Forward does not reopen it', async () => {
  scrollTo(0, 400)
  await open()
  history.back()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect([location.pathname, scrollY]).toEqual(['/list', 400])
  history.forward()
  await expect.poll(() => history.state.layer).toBeUndefined()
  await expect.element(dialog()).not.toBeInTheDocument()
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it.each([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['its X', () => page.getByRole('button', { name: '关闭' }).click()],
  ['a press beside it', () => document.querySelector('dialog')?.click()],
])('after %s one Back leaves the page, and the focus returns to the opener', async (_, close) => {
  await open()
  await close()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '打开' })).toHaveFocus()
  await expect.poll(() => history.state.layer).toBeUndefined()
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it('Back closes the upper one of two dialogs first', async () => {
  await open()
  await page.getByRole('button', { name: '删除' }).click()
  await expect.element(confirm()).toBeVisible()
  await expect.poll(() => history.state.layer).toBe(2)
  history.back()
  await expect.element(confirm()).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
  history.back()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(title('列表')).toBeVisible()
})

it('an action that closes two dialogs at once removes both history entries', async () => {
  await open()
  await page.getByRole('button', { name: '删除' }).click()
  await confirm().getByRole('button', { name: '删除', exact: true }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => history.state.layer).toBeUndefined()
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it('after a link in a dialog, Back returns to the page without the dialog, and then to the one before', async () => {
  await open()
  await page.getByRole('link', { name: '去另一页' }).click()
  await expect.element(title('另一页')).toBeVisible()
  history.back()
  await expect.element(title('列表')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it('after a redirect below a dialog, one Back leads to the page before', async () => {
  await open()
  void router.navigate('/other', { replace: true })
  await expect.element(title('另一页')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/other')
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it('a page that asks before leaving still asks after dialogs opened and closed', async () => {
  await router.navigate('/guarded')
  await open()
  history.back()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('离开？')).not.toBeInTheDocument()
  history.back()
  await expect.element(page.getByText('离开？')).toBeVisible()
  await expect.poll(() => [location.pathname, history.state.layer]).toEqual(['/guarded', 1])
  history.back()
  await expect.element(page.getByText('离开？')).not.toBeInTheDocument()
  expect(location.pathname).toBe('/guarded')
  history.back()
  await expect.poll(() => [location.pathname, history.state.layer]).toEqual(['/guarded', 1])
  await page.getByRole('button', { name: '离开' }).click()
  await expect.element(title('列表')).toBeVisible()
})
