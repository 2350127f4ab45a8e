import { GossipService, type IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import {
  type IServerFeaturesServer,
  ServerFeaturesService,
} from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { Server } from '@grpc/grpc-js';
import type { Endpoint, Faults } from './faults';

/** What a node says of itself and of its cluster. */
export function addNodeServices(server: Server, self: () => Endpoint, faults: Faults): void {
  const features: IServerFeaturesServer = {
    getSupportedMethods: (_call, answer) => {
      faults.pass(false).then(() => answer(null, supportedMethods()), answer);
    },
  };
  const gossip: IGossipServer = {
    read: (_call, answer) => {
      faults.pass(false).then(() => answer(null, clusterInfo(self(), faults.leader)), answer);
    },
  };
  server.addService(ServerFeaturesService, { ...features });
  server.addService(GossipService, { ...gossip });
}

function supportedMethods(): SupportedMethods {
  const methods = Object.values(StreamsService).map(({ path }: { readonly path: string }) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    return new SupportedMethod().setServiceName(service).setMethodName(method);
  });
  return new SupportedMethods().setMethodsList(methods).setEventStoreServerVersion('23.10.8');
}

function clusterInfo(self: Endpoint, leader: Endpoint | undefined): ClusterInfo {
  const { LEADER, FOLLOWER } = MemberInfo.VNodeState;
  const members = [member(self, leader === undefined ? LEADER : FOLLOWER)];
  if (leader !== undefined) members.push(member(leader, LEADER));
  return new ClusterInfo().setMembersList(members);
}

function member({ host, port }: Endpoint, state: MemberInfo.VNodeState): MemberInfo {
  return new MemberInfo()
    .setInstanceId(new UUID().setString(crypto.randomUUID()))
    .setTimeStamp(`${Date.now()}`)
    .setState(state)
    .setIsAlive(true)
    .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port));
}
