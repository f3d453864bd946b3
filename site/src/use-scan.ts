import type { CameraProblem } from '@ce/client/exam-attempt/camera.ts'
import { proofPathFromQr } from '@ce/client/proof-address.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SwitchTorch } from './scan/scanner.ts'

/** Result of the last scan; null before the first scan. */
export type ScanNotice = 'READING' | 'NOT_OURS' | 'NO_CODE' | 'NOT_LOADED' | null

type Camera = { state: 'OFF' | 'OPENING' | 'LOOKING' } | { state: 'FAILED'; problem: CameraProblem }

const loadScanner = () => import('./scan/scanner.ts').catch(() => null)

/** Opens a scanned proof's page; other addresses are never opened. */
export function useProofScan(video: RefObject<HTMLVideoElement | null>) {
  const [camera, setCamera] = useState<Camera>({ state: 'OFF' })
  const [notice, setNotice] = useState<ScanNotice>(null)
  const [torch, setTorch] = useState<SwitchTorch | null>(null)
  const navigate = useNavigate()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const stop = () => {
    running.current?.abort()
    setCamera({ state: 'OFF' })
    setTorch(null)
    setNotice(null)
  }
  /** When a scan is started several times, only the last start counts. */
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const accepts = (text: string) => {
    const ours = proofPathFromQr(text, location.origin) !== null
    setNotice(ours ? null : 'NOT_OURS')
    return ours
  }
  const arrive = (text: string) => {
    const path = proofPathFromQr(text, location.origin)
    stop()
    if (path !== null) void navigate(path)
  }
  const scan = async () => {
    const signal = begin()
    setNotice(null)
    setTorch(null)
    setCamera({ state: 'OPENING' })
    const scanner = await loadScanner()
    if (signal.aborted || !video.current) return
    if (!scanner) {
      setCamera({ state: 'OFF' })
      return setNotice('NOT_LOADED')
    }
    const onReady = (light: SwitchTorch | null) => {
      setTorch(() => light)
      setCamera({ state: 'LOOKING' })
    }
    const found = await scanner.scanWithCamera(video.current, { signal, onReady, accepts })
    if (!found || signal.aborted) return
    if ('problem' in found) return setCamera({ state: 'FAILED', problem: found.problem })
    arrive(found.text)
  }
  const read = async (picture: File) => {
    setNotice('READING')
    const scanner = await loadScanner()
    if (!scanner) return setNotice('NOT_LOADED')
    const text = await scanner.readQrFromPicture(picture).catch(() => null)
    if (text === null) setNotice('NO_CODE')
    else if (accepts(text)) arrive(text)
  }
  return { camera, notice, torch, scan, stop, read }
}
