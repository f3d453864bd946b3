import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DaysChart } from './DaysChart.tsx'
import { dayChartMetrics } from './metrics.ts'

const day = (date: string, signs: number) => ({
  ...{ day: date, signs, studySeconds: signs * 360 },
  ...{ passes: 0, proofs: 0 },
})

it.each([
  ['one day', [day('2026-03-01', 1)], ['0', '1', '03-01', '2026-03-01 报名 1 人']],
  ['days without anything', [day('2026-03-01', 0), day('2026-03-02', 0)], ['0', '1', '03-01', '03-02']],
  [
    'days that are missing between two',
    [day('2026-02-27', 3000), day('2026-03-02', 1)],
    ['0', '1000', '2000', '3000', '02-27', '02-28', '03-01', '03-02'],
  ],
])('the axes of the chart of %s show values and days', (_, days, said) => {
  const markup = renderToStaticMarkup(<DaysChart days={days} metric={dayChartMetrics[0]} />)
  expect(markup).not.toMatch(/NaN|Infinity/)
  const texts = [...markup.matchAll(/<(?:text|p)[^>]*>([^<]+)</g)].map(([, text]) => text)
  expect(texts).toEqual(said)
})

it('the values on the axis of the hours chart have decimals', () => {
  const markup = renderToStaticMarkup(<DaysChart days={[day('2026-03-01', 3)]} metric={dayChartMetrics[1]} />)
  expect(markup).toContain('>0.3<')
})
