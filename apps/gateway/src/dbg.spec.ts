import { startGateway } from './testing/gateway';
it('x', async () => {
  const g = await startGateway({});
  console.log(process.getActiveResourcesInfo());
  await g.stop();
  console.log(process.getActiveResourcesInfo());
});
