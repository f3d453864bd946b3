import { createContext, useContext } from 'react'

/** true: a layout stands around the screen already and brings `main`, the notices and the way to other screens */
export const InLayout = createContext(false)

export const useInLayout = () => useContext(InLayout)
