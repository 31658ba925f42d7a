/** Whether `close` finishes within the time; if not, it keeps running. */
export async function stopInTime(close: () => Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  try {
    return await Promise.race([close().then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
