import type { UseQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CallRefused } from '../call.ts'
import { Loaded } from './Loaded.tsx'

const fresh = { isError: false, isFetching: false, isFetchedAfterMount: false, error: null }

const stale = { ...fresh, data: 'old', isFetching: true }

test('what was read before is shown at once, while it is read anew', () => {
  expect(shown(stale)).toBe('old')
})

test('what a payment may have changed is told only as it was read since', () => {
  expect(shown(stale, true)).not.toContain('old')
  expect(shown({ ...stale, isFetchedAfterMount: true }, true)).toBe('old')
  expect(shown({ ...fresh, data: 'old' }, true)).toBe('old')
})

test('if that could not be read, the page says so and can be asked again', () => {
  const failed = { ...fresh, data: 'old', isError: true, isFetchedAfterMount: true }
  expect(shown(failed)).toBe('old')
  expect(shown(failed, true)).toContain('重试')
  expect(shown(failed, true)).not.toContain('old')
})

describe('what there is not', () => {
  const failed = (key: string) => ({
    ...fresh,
    data: undefined,
    isError: true,
    error: new CallRefused({ code: 1, msg: '没有', data: { key } as never }),
  })

  test.each(['common.invalid', 'invoice.notFound', 'exam.attemptNotFound', 'course.notFound'])(
    'is told by the page, with its way back: %s',
    (key) => {
      expect(shown(failed(key), false, '没有这一张')).toBe('没有这一张')
      // a page that has no words for it
      expect(shown(failed(key))).toContain('重试')
    },
  )

  test('an address that is cut off is no field that somebody filled in wrong', () => {
    const data = { key: 'common.invalid', fields: { id: '编号格式不正确' } }
    const error = new CallRefused({ code: 1, msg: '编号格式不正确', data: data as never })
    const words = shown({ ...failed(''), error })
    expect(words).toContain('没有找到这一项')
    expect(words).not.toContain('编号')
  })

  test('any other refusal can be asked again', () => {
    expect(shown(failed('exam.reviewLocked'), false, '没有这一张')).toContain('重试')
  })
})

type Told = Pick<
  UseQueryResult<string | undefined>,
  'data' | 'isError' | 'isFetching' | 'isFetchedAfterMount' | 'error'
>

function shown(state: Told, unsure = false, missing?: string): string {
  return renderToStaticMarkup(
    <Loaded query={asQuery(state)} unsure={unsure} missing={missing}>
      {(data) => data}
    </Loaded>,
  )
}

/** Holds for what is read of it while nothing is pressed. */
function asQuery(state: Told): UseQueryResult<string> {
  return state as UseQueryResult<string>
}
