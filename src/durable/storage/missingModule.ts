/** The name of the error where a module can't be loaded that a storage needs. */
export const missingModule = 'ModuleError'

/** Loads a part of a storage that needs a package of its own, and says so where that fails. */
export async function loadWith<Part>(packageName: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    const error = new Error(
      `${packageName} can't be loaded: ${(cause as Error).message} Install it: npm install ${packageName}`,
      { cause },
    )
    throw Object.assign(error, { name: missingModule })
  }
}
