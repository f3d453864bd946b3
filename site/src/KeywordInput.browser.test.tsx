import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Form, RouterProvider, useSearchParams } from 'react-router'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeywordInput } from './KeywordInput.tsx'

function Search() {
  const [search] = useSearchParams()
  const keyword = search.get('keyword') ?? ''
  return (
    <Form>
      <KeywordInput keyword={keyword} aria-label="搜索" />
      <p>搜索的是“{keyword}”</p>
    </Form>
  )
}

it('a keyword goes into the address, its field keeps the focus, and Back restores the keyword', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Search /> }])
  createRoot(document.body.appendChild(document.createElement('div'))).render(<RouterProvider router={router} />)
  const field = page.getByRole('searchbox', { name: '搜索' })
  await field.fill('处方药')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('搜索的是“处方药”')).toBeVisible()
  await field.fill('中药')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('搜索的是“中药”')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await router.navigate(-1)
  await expect.element(field).toHaveValue('处方药')
})
