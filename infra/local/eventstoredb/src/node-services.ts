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
import type { Endpoint, Member } from './cluster-node';
import type { Faults } from './faults';
import type { ServerVersion } from './server-version';

/** What a node says of itself and of its cluster. */
export function addNodeServices(server: Server, self: () => Endpoint, faults: Faults, version: ServerVersion): void {
  const features: IServerFeaturesServer = {
    getSupportedMethods: (_call, answer) => {
      faults.passGossip().then(() => answer(null, supportedMethods(version)), answer);
    },
  };
  const gossip: IGossipServer = {
    read: (_call, answer) => {
      faults.passGossip().then(() => answer(null, clusterInfo(membersOf(self(), faults))), answer);
    },
  };
  server.addService(ServerFeaturesService, { ...features });
  server.addService(GossipService, { ...gossip });
}

function supportedMethods({ number }: ServerVersion): SupportedMethods {
  const methods = Object.values(StreamsService).map(({ path }: { readonly path: string }) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    return new SupportedMethod().setServiceName(service).setMethodName(method);
  });
  return new SupportedMethods().setMethodsList(methods).setEventStoreServerVersion(number);
}

function membersOf(self: Endpoint, { node, leader }: Faults): readonly Member[] {
  if (node !== undefined) return node.members;
  if (leader === undefined) return [{ endpoint: self, state: 'leader', isAlive: true }];
  return [
    { endpoint: self, state: 'follower', isAlive: true },
    { endpoint: leader, state: 'leader', isAlive: true },
  ];
}

function clusterInfo(members: readonly Member[]): ClusterInfo {
  const { LEADER, FOLLOWER, UNKNOWN } = MemberInfo.VNodeState;
  const states = { leader: LEADER, follower: FOLLOWER, electing: UNKNOWN } as const;
  return new ClusterInfo().setMembersList(
    members.map(({ endpoint: { host, port }, state, isAlive }) =>
      new MemberInfo()
        .setInstanceId(new UUID().setString(crypto.randomUUID()))
        .setTimeStamp(`${Date.now()}`)
        .setState(states[state])
        .setIsAlive(isAlive)
        .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port)),
    ),
  );
}
