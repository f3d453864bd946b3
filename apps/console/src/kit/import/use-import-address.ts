import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ChosenImportFile } from './file-source.tsx'

const own = ['import', 'file', 'rows', 'page', 'pageSize']

/** Keeps the chosen file in the history entry instead of the URL, because its name may contain a person's name. */
export function useImportAddress() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const searchOf = (next: URLSearchParams) => ({ search: next.size > 0 ? `?${next}` : '' })
  const restart = new URLSearchParams([...params].filter(([name]) => !own.includes(name)))
  return {
    importId: params.get('import'),
    file: params.get('file'),
    get: (name: string) => params.get(name),
    chosen: fileIn(state),
    /** @param choice the options of the new page, keyed by their URL parameter */
    home: (choice: Readonly<Record<string, string>> = {}) => {
      const next = new URLSearchParams(restart)
      for (const [name, value] of Object.entries(choice)) next.set(name, value)
      return `?${next}`
    },
    open: (importId: string, file: string | null) => {
      const next = new URLSearchParams(restart)
      next.set('import', importId)
      if (file !== null) next.set('file', file)
      navigate(searchOf(next))
    },
    choose: (name: string, value: string) => {
      const next = new URLSearchParams(params)
      next.set(name, value)
      navigate(searchOf(next), { replace: true, state })
    },
    keepChosen: (file: ChosenImportFile<string> | null) =>
      navigate(searchOf(params), { replace: true, state: { chosen: file } }),
  }
}

function fileIn(state: unknown): ChosenImportFile<string> | null {
  if (typeof state !== 'object' || state === null || !('chosen' in state)) return null
  const { chosen } = state
  if (typeof chosen !== 'object' || chosen === null) return null
  if (!('name' in chosen && 'size' in chosen && 'sent' in chosen)) return null
  const { name, size, sent } = chosen
  const isFile = typeof name === 'string' && typeof size === 'number' && typeof sent === 'string'
  return isFile ? { name, size, sent } : null
}
