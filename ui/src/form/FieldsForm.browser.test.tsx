import { openFormDraft } from '@ce/client/form-draft.ts'
import { useState } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../base.css'
import '../primitives.css'
import '../tokens.css'
import { Dialog } from '../Dialog.tsx'
import { currentLeaveQuestion } from '../leaving.ts'
import { dateWithin, notBlank } from './checks.ts'
import { DateField } from './DateField.tsx'
import { FieldsForm } from './FieldsForm.tsx'
import { NumberField, PasswordField, TextAreaField, TextField } from './inputs.tsx'
import { useFormFields } from './use-fields.ts'

const start = { school: '', hours: '', day: '', reason: '', password: '' }
const send = vi.fn(async (_values: typeof start): Promise<unknown> => undefined)

function Form() {
  const fields = useFormFields(
    start,
    { school: notBlank('请输入毕业院校'), day: dateWithin({ min: '2026-01-01', max: '2026-12-31' }) },
    {
      limits: { school: { maxLength: 10 }, reason: { minLength: 2, maxLength: 20 } },
      draft: openFormDraft('test'),
      today: () => '2026-11-29',
      problemsOf: (error) => ({ fields: {}, above: String(error) }),
    },
  )
  return (
    <FieldsForm fields={fields} action="提交" submit={send}>
      <TextField of={fields} name="school" label="毕业院校" required />
      <NumberField of={fields} name="hours" label="学时" />
      <DateField of={fields} name="day" label="日期" />
      <TextAreaField of={fields} name="reason" label="理由" />
      <PasswordField of={fields} name="password" label="密码" autoComplete="current-password" />
    </FieldsForm>
  )
}

function FormInDialog() {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} title="申请" onClose={() => setOpen(false)}>
      <Form />
    </Dialog>
  )
}

let root: Root | undefined
const place = document.body.appendChild(document.createElement('div'))
const show = (what = <Form />) => {
  root = createRoot(place)
  root.render(what)
}
const leave = () => {
  root?.unmount()
  root = undefined
}
const field = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  sessionStorage.clear()
  send.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
  leave()
})

it('a form with several problems focuses a list whose entries lead to the fields', async () => {
  show()
  await field('理由').fill('一')
  await field('日期').fill('2027/1/1')
  await button('提交').click()
  await expect.element(page.getByText('有 3 处需要改正：')).toBeVisible()
  expect(document.activeElement?.textContent).toContain('有 3 处需要改正')
  await button('理由').click()
  await expect.element(field('理由')).toHaveFocus()
  await userEvent.keyboard('二三')
  await expect.element(page.getByText('有 2 处需要改正：')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})

it('a single problem of a form is shown at its field, which gets the focus', async () => {
  show()
  await button('提交').click()
  await expect.element(field('毕业院校')).toHaveFocus()
  await expect.element(page.getByText('请输入毕业院校')).toBeVisible()
  await expect.element(page.getByText('处需要改正')).not.toBeInTheDocument()
})

it('pasted text is not cut off; the refusal states its length and the limit', async () => {
  show()
  await field('毕业院校').fill('一二三四五六七八九十一二')
  await button('提交').click()
  await expect.element(page.getByText('不能超过 10 个字，现在有 12 个字，请删减')).toBeVisible()
  await expect.element(field('毕业院校')).toHaveValue('一二三四五六七八九十一二')
  expect(send).not.toHaveBeenCalled()
})

it('a password field warns that caps lock is on', async () => {
  show()
  await expect.element(field('密码')).toBeVisible()
  const press = (modifierCapsLock: boolean) =>
    field('密码')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock }))
  press(true)
  await expect.element(page.getByText('大写锁定已打开')).toBeVisible()
  press(false)
  await expect.element(page.getByText('大写锁定已打开')).not.toBeInTheDocument()
})

it('a form stores a draft, restores it on reopening, and deletes it after sending', async () => {
  show()
  await field('毕业院校').fill('药科大学')
  await field('密码').fill('Geheim@2026')
  await expect.element(page.getByText('已在本机保存草稿')).toBeVisible()
  await field('理由').fill('脱产学习')
  leave()
  expect(Object.values(sessionStorage).join()).not.toContain('Geheim')
  show()
  await expect.element(page.getByText(/^已恢复 \d{4}-\d\d-\d\d \d\d:\d\d 保存在本机的草稿。$/)).toBeVisible()
  await expect.element(field('毕业院校')).toHaveValue('药科大学')
  await expect.element(field('理由')).toHaveValue('脱产学习')
  await expect.element(field('密码')).toHaveValue('')
  await button('提交').click()
  await expect.poll(() => send).toHaveBeenCalledOnce()
  leave()
  expect(sessionStorage.length).toBe(0)
})

it('discarding a draft restores the form’s first values', async () => {
  show()
  await field('毕业院校').fill('药科大学')
  await button('放弃草稿').click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click()
  await expect.element(field('毕业院校')).toHaveValue('')
  leave()
  expect(sessionStorage.length).toBe(0)
})

it('a refused form keeps its draft', async () => {
  send.mockRejectedValueOnce('网络不通')
  show()
  await field('毕业院校').fill('药科大学')
  await button('提交').click()
  await expect.element(page.getByText('网络不通')).toBeVisible()
  leave()
  expect(Object.values(sessionStorage).join()).toContain('药科大学')
})

it('without draft storage the dialog and the page ask before leaving', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  show(<FormInDialog />)
  expect(currentLeaveQuestion()).toBeNull()
  await field('毕业院校').fill('药科大学')
  await expect.poll(currentLeaveQuestion).toMatchObject({ leave: '离开' })
  await userEvent.keyboard('{Escape}')
  await button('继续填写').click()
  await expect.element(field('毕业院校')).toHaveValue('药科大学')
  await userEvent.keyboard('{Escape}')
  await button('放弃并关闭').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(currentLeaveQuestion()).toBeNull()
})

it('the form keeps what was typed before its script ran', async () => {
  place.innerHTML = renderToString(<Form />)
  await field('毕业院校').fill('药科大学')
  root = hydrateRoot(place, <Form />)
  await expect.element(page.getByText('已在本机保存草稿')).toBeVisible()
  await button('提交').click()
  await expect.poll(() => send.mock.calls[0]?.[0]).toMatchObject({ school: '药科大学' })
})

it('a date becomes YYYY-MM-DD in every spelling, and a number loses its unit', async () => {
  show()
  await field('毕业院校').fill('药科大学')
  await field('日期').fill('２０２６年3月5日')
  await field('学时').fill('１２．５学时')
  await field('理由').click()
  await expect.element(field('日期')).toHaveValue('2026-03-05')
  await expect.element(field('学时')).toHaveValue('12.5')
  await field('日期').fill('2026-2-30')
  await field('理由').click()
  await expect.element(page.getByText('没有 2026-02-30 这一天，请改正')).toBeVisible()
})

it('the calendar works by keyboard alone and returns the focus', async () => {
  show()
  await button('选择日期').click()
  await expect.element(button('2026年11月29日，星期日')).toHaveFocus()
  await userEvent.keyboard('{PageDown}{Home}{ArrowUp}{ArrowRight}')
  await expect.element(button('2026年12月22日，星期二')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('选择日期')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(field('日期')).toHaveValue('2026-11-28')
  await expect.element(button('选择日期')).toHaveFocus()
})
