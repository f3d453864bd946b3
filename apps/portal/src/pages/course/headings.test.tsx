import { myCourseQuery } from '@ce/client/course.ts'
import { makeQueryClient } from '@ce/client/query.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { CoursePage } from './CoursePage.tsx'
import { antdLessonKit } from './learn/antd-lesson-kit.tsx'
import { SignPage } from './SignPage.tsx'

/** A page on its own, knowing of no sign-up; `known` false: nothing has come yet. */
function shown(element: ReactNode, known = true) {
  const client = makeQueryClient()
  if (known) client.setQueryData(myCourseQuery().queryKey, { list: [] })
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const headings = (page: string) => [...page.matchAll(/<h1[^>]*>([^<]*)/g)].map(([, words]) => words)

it('a sign-up that is not there has a page with a heading, as any other', () => {
  const page = shown(<CoursePage />)
  expect(page).toContain('没有找到这个报名')
  expect(headings(page)).toEqual(['课程学习'])
})

it('so has what is still on its way, or failed', () => {
  expect(headings(shown(<CoursePage />, false))).toEqual(['课程学习'])
  expect(headings(shown(<SignPage />, false))).toEqual(['继续教育报名'])
  const { Page } = antdLessonKit
  expect(headings(shown(<Page detail={undefined}>没有找到该课程</Page>))).toEqual(['在线学习'])
})
