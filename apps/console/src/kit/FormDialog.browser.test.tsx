import { createLayeredWindow } from '@ce/ui/layer-history.ts'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AntdProviders } from './AntdProviders.tsx'
import { useConfirm } from './confirm.ts'
import { FormDialog } from './FormDialog.tsx'
import { useLossMessage } from './losses.ts'

interface Fields {
  name: string
  kind?: string
  reason?: string
}

let answer: () => Promise<void> = async () => undefined

function Row({ name, onRemove }: { name: string; onRemove: () => void }) {
  const [asked, setAsked] = useState(false)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = () => confirm({ title: `删除${name}？`, okText: '删除', cancelText: '保留', onOk: onRemove })
  return (
    <li>
      <button type="button" onClick={() => setAsked(true)}>
        修改{name}
      </button>
      <button type="button" onClick={remove}>
        删除{name}
      </button>
      {asked && (
        <FormDialog<Fields>
          title="更正资料"
          okText="保存"
          initialValues={{ name, reason: '' }}
          send={async (fields) => {
            await answer()
            if (fields.reason === '移走') await navigate('/other')
          }}
          onClose={() => setAsked(false)}
        >
          <Form.Item name="name" label="姓名">
            <Input />
          </Form.Item>
          <Form.Item name="kind" label="类型">
            <Select options={[{ value: 'a', label: '甲类' }]} />
          </Form.Item>
          <Form.Item name="reason" label="原因">
            <Input.TextArea />
          </Form.Item>
          <Uploading />
          <Link to="/other">规则</Link>
          <button type="button" onClick={remove}>
            另外删除
          </button>
        </FormDialog>
      )}
    </li>
  )
}

function Uploading() {
  const [going, setGoing] = useState(false)
  useLossMessage(going ? '文件还没有上传完。' : null)
  return (
    <button type="button" onClick={() => setGoing(true)}>
      上传
    </button>
  )
}

function List() {
  const [names, setNames] = useState(['甲', '乙'])
  return (
    <main id="content" tabIndex={-1}>
      <h1>列表</h1>
      <ul aria-label="人员">
        {names.map((name) => (
          <Row key={name} name={name} onRemove={() => setNames((all) => all.filter((one) => one !== name))} />
        ))}
      </ul>
    </main>
  )
}

const router = createBrowserRouter(
  [
    { path: '*', element: null },
    {
      element: <AntdProviders />,
      children: [
        { path: '/first', element: <h1>前一页</h1> },
        { path: '/list', element: <List /> },
        { path: '/other', element: <h1>另一页</h1> },
      ],
    },
  ],
  { window: createLayeredWindow() },
)
createRoot(document.body.appendChild(document.createElement('div'))).render(<RouterProvider router={router} />)

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: '更正资料' })
const question = () => page.getByRole('dialog', { name: /放弃没有保存的修改？/ })
const reason = () => page.getByRole('textbox', { name: /原因/ })
const layers = () => history.state?.layer ?? 0
const open = async () => {
  await button('修改甲').click()
  await expect.element(page.getByRole('textbox', { name: /姓名/ })).toHaveFocus()
  await expect.poll(layers).toBe(1)
}
const esc = () => userEvent.keyboard('{Escape}')
const ways: [string, () => unknown][] = [
  ['Esc', esc],
  ['Back', () => history.back()],
  ['取消', () => dialog().getByRole('button', { name: '取消' }).click()],
  ['its X', () => dialog().getByRole('button', { name: '关闭' }).click()],
]

beforeEach(async () => {
  answer = async () => undefined
  await router.navigate('/first')
  await router.navigate('/list')
  await expect.element(title('列表')).toBeVisible()
})

afterEach(async () => {
  await router.navigate('/first', { state: { sessionOver: true } })
  await expect.element(title('前一页')).toBeVisible()
  await expect.poll(layers).toBe(0)
})

it.each(ways)('an unchanged dialog closes after %s, and the focus returns to the opener', async (_, close) => {
  await open()
  await reason().fill('x')
  await reason().clear()
  await close()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('修改甲')).toHaveFocus()
  await expect.poll(layers).toBe(0)
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it.each(ways)('a changed dialog asks after %s, and a user who stays keeps text and focus', async (_, close) => {
  await open()
  await reason().fill('更名')
  await close()
  await expect.element(question()).toBeVisible()
  await expect.element(question().getByText(/“更正资料”中填写的内容还没有保存/)).toBeVisible()
  await expect.poll(layers).toBe(2)
  await button('继续填写').click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(reason()).toHaveValue('更名')
  await expect.element(reason()).toHaveFocus()
  await close()
  await button('放弃并关闭').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('修改甲')).toHaveFocus()
  await expect.poll(layers).toBe(0)
})

it('Back closes the question about lost input, and the next Back asks again', async () => {
  await open()
  await reason().fill('更名')
  history.back()
  await expect.element(question()).toBeVisible()
  await expect.poll(layers).toBe(2)
  history.back()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
  await expect.poll(layers).toBe(1)
  history.back()
  await expect.element(question()).toBeVisible()
  await esc()
  await expect.element(question()).not.toBeInTheDocument()
})

it('Esc closes an open select list but not its dialog', async () => {
  await open()
  await reason().fill('更名')
  await page.getByRole('combobox', { name: /类型/ }).click()
  await expect.element(page.getByTitle('甲类')).toBeVisible()
  await esc()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
})

it('a link in a dialog and leaving the browser page ask before input is lost', async () => {
  await open()
  const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(false)
  await reason().fill('更名')
  expect(leave()).toBe(true)
  await page.getByRole('link', { name: '规则' }).click()
  await expect.element(question()).toBeVisible()
  await button('留在这里').click()
  await expect.element(reason()).toHaveValue('更名')
  await page.getByRole('link', { name: '规则' }).click()
  await button('放弃修改并离开').click()
  await expect.element(title('另一页')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(layers).toBe(0)
})

it('a dialog lists the uploads that would be lost', async () => {
  await open()
  await button('上传').click()
  await esc()
  await expect.element(question().getByText('文件还没有上传完。')).toBeVisible()
})

it('a submitted dialog does not ask about lost input, even if the response opens another page', async () => {
  await open()
  await reason().fill('移走')
  await button('保存').click()
  await expect.element(title('另一页')).toBeVisible()
  await expect.element(question()).not.toBeInTheDocument()
})

it('a dialog stays open while it sends and asks about lost input again after a failure', async () => {
  let fail = () => {}
  answer = () => new Promise((_, reject) => (fail = () => reject(new Error('refused'))))
  await open()
  await reason().fill('更名')
  await button('保存').click()
  await esc()
  history.back()
  await expect.poll(layers).toBe(1)
  await expect.element(dialog()).toBeVisible()
  fail()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  await esc()
  await expect.element(question()).toBeVisible()
})

it('the end of the session closes a dialog and its question and removes their history entries', async () => {
  await open()
  await reason().fill('更名')
  await esc()
  await expect.element(question()).toBeVisible()
  await router.navigate('/other', { replace: true, state: { sessionOver: true } })
  await expect.element(title('另一页')).toBeVisible()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(layers).toBe(0)
  history.back()
  await expect.element(title('前一页')).toBeVisible()
})

it('Back first closes a question above a dialog, then the dialog', async () => {
  await open()
  await button('另外删除').click()
  const remove = page.getByRole('dialog', { name: /删除甲？/ })
  await expect.element(remove).toBeVisible()
  await expect.poll(layers).toBe(2)
  history.back()
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
  history.back()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(title('列表')).toBeVisible()
})

it("if the row that opened a dialog is gone, the focus moves to the row's list", async () => {
  await button('删除甲').click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect.element(button('删除甲')).not.toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: '人员' })).toHaveFocus()
  await expect.poll(layers).toBe(0)
})
