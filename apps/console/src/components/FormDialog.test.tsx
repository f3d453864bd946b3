import type { ModalProps } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import { FormDialog } from './FormDialog.tsx'

// a dialog is drawn into the page's body, which a rendering without a page does not have
vi.mock('antd', async (original) => ({
  ...(await original<typeof import('antd')>()),
  Modal: ({ okText, okButtonProps, children }: ModalProps) => (
    <>
      {children}
      <button type="button" disabled={okButtonProps?.disabled}>
        {okText}
      </button>
    </>
  ),
}))

vi.stubGlobal('document', { activeElement: null })
afterAll(() => vi.unstubAllGlobals())

const buttonsOf = (blocked: boolean) =>
  renderToStaticMarkup(
    <FormDialog title="发布" okText="发布" blocked={blocked} send={() => {}} onClose={() => {}}>
      <p />
    </FormDialog>,
  ).match(/<button[^>]*>/g)

it('sends nothing by the button or by Enter until everything that it asks is answered', () => {
  const isOff = (button: string) => button.includes(' disabled=""')
  expect(buttonsOf(true)?.map(isOff)).toEqual([true, true])
  expect(buttonsOf(false)?.map(isOff)).toEqual([false, false])
})
