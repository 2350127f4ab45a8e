#!/bin/bash
# As the official image: KAFKA_NODE_ID=1 becomes node.id=1, and the storage is formatted at the first start.
set -euo pipefail
properties=/tmp/server.properties
while IFS='=' read -r -d '' name value; do
  case $name in KAFKA_HEAP_OPTS | KAFKA_OPTS) continue ;; KAFKA_*) ;; *) continue ;; esac
  name=${name#KAFKA_}
  name=${name,,}
  echo "${name//_/.}=$value"
done < <(env -0) > "$properties"
java=(java ${KAFKA_HEAP_OPTS:-} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*')
"${java[@]}" kafka.tools.StorageTool format --ignore-formatted --cluster-id 5L6g3nShT-eMCtK--X86sw --config "$properties"
exec "${java[@]}" kafka.Kafka "$properties"
