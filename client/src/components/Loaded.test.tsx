import type { UseQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CallRefused } from '../call.ts'
import { QueryContent } from './Loaded.tsx'

const fresh = { isError: false, isFetching: false, isFetchedAfterMount: false, error: null }

const stale = { ...fresh, data: 'old', isFetching: true }

test('cached data shows at once while it is fetched again', () => {
  expect(shown(stale)).toBe('old')
})

test('data that a payment may have changed shows only after a new fetch', () => {
  expect(shown(stale, true)).not.toContain('old')
  expect(shown({ ...stale, isFetchedAfterMount: true }, true)).toBe('old')
  expect(shown({ ...fresh, data: 'old' }, true)).toBe('old')
})

test('a failed refetch of data that a payment may have changed shows an error with a retry', () => {
  const failed = { ...fresh, data: 'old', isError: true, isFetchedAfterMount: true }
  expect(shown(failed)).toBe('old')
  expect(shown(failed, true)).toContain('重试')
  expect(shown(failed, true)).not.toContain('old')
})

describe('missing rows', () => {
  const failed = (key: string) => ({
    ...fresh,
    data: undefined,
    isError: true,
    error: new CallRefused({ code: 1, msg: '没有', data: { key } as never }),
  })

  test.each(['common.invalid', 'invoice.notFound', 'exam.attemptNotFound', 'course.notFound'])(
    'a missing row shows the page’s own text for it: %s',
    (key) => {
      expect(shown(failed(key), false, '没有这一张')).toBe('没有这一张')
      // This page provides no text of its own.
      expect(shown(failed(key))).toContain('重试')
    },
  )

  test('an incomplete id in the address shows 没有找到这一项 instead of a form field problem', () => {
    const data = { key: 'common.invalid', fields: { id: '编号格式不正确' } }
    const error = new CallRefused({ code: 1, msg: '编号格式不正确', data: data as never })
    const words = shown({ ...failed(''), error })
    expect(words).toContain('没有找到这一项')
    expect(words).not.toContain('编号')
  })

  test('a refusal other than a missing row offers a retry', () => {
    expect(shown(failed('exam.reviewLocked'), false, '没有这一张')).toContain('重试')
  })
})

type Told = Pick<
  UseQueryResult<string | undefined>,
  'data' | 'isError' | 'isFetching' | 'isFetchedAfterMount' | 'error'
>

function shown(state: Told, unsure = false, missing?: string): string {
  return renderToStaticMarkup(
    <QueryContent query={asQuery(state)} unsure={unsure} missing={missing}>
      {(data) => data}
    </QueryContent>,
  )
}

/** The cast is safe as long as the test presses no button. */
function asQuery(state: Told): UseQueryResult<string> {
  return state as UseQueryResult<string>
}
