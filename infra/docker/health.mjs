// The health check of the image: exits with 0 if the service is ready. A service of its own answers on QUERY_PORT, the
// standalone service on PORT.
const { QUERY_PORT, PORT } = process.env;

for (const port of [QUERY_PORT, PORT]) {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`);
    process.exit(ok ? 0 : 1);
  } catch {
    // Nothing listens there.
  }
}
process.exit(1);
